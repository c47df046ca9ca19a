// Two graphs as one: what both have is drawn once. In: `a` and `b`, each [triples, PENMAN], and what
// is known of the pair: {v: [[variable, partner], ...], t: partner of each triple of a (-1: none),
// x: edits}. The number of a triple one past the last is the top. Out: nodes, edges, edits, rows.
const SAME = 0, CHANGED = 1, GOLD = 2, PRED = 3, PLAIN = 4;
const inverse = role => /^:(mod|domain)$/.test(role) ? role === ":mod" ? ":domain" : ":mod"
  : /-of$/.test(role) && !/^:(consist-of|prep-out-of|prep-on-behalf-of)$/.test(role) ? role.slice(0, -3) : role + "-of";

function merge(a, b, pair) {
  const graphs = [a[0], b[0]], nodes = [], edges = [], place = [{}, {}], edgeOf = [[], []], leafOf = [[], []], concept = [{}, {}];
  const edits = [[], []], partner = new Map(pair.v), back = new Map(pair.v.map(([x, y]) => [y, x]));
  pair.x.forEach((edit, k) => [0, 1].forEach(side => edit[5 + side].forEach(i => { edits[side][i] = k + 1; })));
  const tops = graphs.map((g, side) => edits[side][g.length] || 0), top = tops[0] || tops[1];
  const add = (names, side) => {
    names.forEach((name, s) => { if (name) place[s][name] = nodes.length; });
    nodes.push({names, words: ["", ""], state: names[0] && names[1] ? SAME : GOLD + side, edit: 0, top: 0, fold: 0});
  };
  const variables = graphs.map(g => [...new Set(g.map(t => t[0]))]), roots = [a[2], b[2]];
  for (const v of variables[0].sort((x, y) => (y === roots[0]) - (x === roots[0]))) add([v, partner.get(v) || ""], 0);
  for (const v of variables[1]) if (!back.has(v)) add(["", v], 1);
  graphs.forEach((g, side) => {
    g.forEach(([s, role, t], i) => {
      if (role !== ":instance" || s in concept[side]) return;
      concept[side][s] = i;
      const node = nodes[place[side][s]];
      node.words[side] = t || "";
      node.edit ||= edits[side][i] || 0;
      if (node.state === SAME && edits[side][i]) node.state = CHANGED;
    });
    if (roots[side] in place[side]) nodes[place[side][roots[side]]].top |= 1 << side;
  });
  for (const n of nodes) if (n.state === CHANGED && n.words[0] === n.words[1]) n.state = SAME;

  const ends = (side, i) => {
    const [s, role, t] = graphs[side][i], end = role === ":instance" ? undefined : place[side][t];
    return [place[side][s], end ?? String(t ?? "").replace(/^"|"$/g, "").toLowerCase()];
  };
  const open = graphs.map((g, side) => [...g.keys()].filter(i => concept[side][g[i][0]] !== i));
  const join = (i, j, moved = 0) => {  // an edge for a triple of one graph, or for one of each
    const side = i < 0 ? 1 : 0, [source, end] = ends(side, side ? j : i), known = [i, j].map((k, s) => k < 0 ? "" : graphs[s][k]);
    const edit = edits[0][i] || edits[1][j] || 0, both = i >= 0 && j >= 0;
    const alone = both ? SAME : edit ? GOLD + side : PLAIN;
    const e = {source, target: end, roles: known.map(t => t && t[1]), state: alone, edit, moved, flip: 0};
    if (typeof end === "string") {
      const words = known.map(t => t && String(t[2] ?? "")), differ = both && edit && ends(0, i)[1] !== ends(1, j)[1];
      e.target = nodes.push({names: ["", ""], words, state: differ ? CHANGED : alone, edit: both && !differ ? 0 : edit, top: 0, fold: 0, leaf: 1}) - 1;
      leafOf[0][i] = leafOf[1][j] = e.target;
    } else if (both) e.flip = ends(1, j)[0] === source ? 0 : 1;
    const [now, was] = e.roles;
    if (both && edit && now !== (e.flip ? inverse(was) : was)) e.state = CHANGED;
    if (!both || !edit || e.state === CHANGED || nodes[e.target].leaf) edgeOf[0][i] = edgeOf[1][j] = edges.length;
    else e.state = CHANGED, edgeOf[0][i] = edgeOf[1][j] = edges.length;  // alike as written, not in the standard form
    edges.push(e);
  };
  const take = (i, j, moved) => {
    [i, j].forEach((k, side) => { open[side] = open[side].filter(x => x !== k); });
    join(i, j, moved);
  };
  for (const i of open[0]) if (pair.t[i] >= 0 && open[1].includes(pair.t[i])) take(i, pair.t[i]);
  const same = (x, y) => x[0] === y[0] && x[1] === y[1];
  const fits = [  // how a triple of the gold becomes one of the prediction, the closest first
    (x, y) => same(x, y), (x, y) => same(x, [y[1], y[0]]),
    (x, y, r, q) => typeof x[1] === "string" && typeof y[1] === "string" && x[0] === y[0] && r === q,
  ];
  for (const fit of fits) for (const i of [...open[0]]) {
    const j = open[1].find(j => (edits[0][i] || 0) === (edits[1][j] || 0) && fit(ends(0, i), ends(1, j), graphs[0][i][1], graphs[1][j][1]));
    if (j !== undefined) take(i, j);
  }
  pair.x.forEach(([, op], k) => {  // what is left of a replacement moves
    const [i, j] = open.map((list, side) => list.filter(i => edits[side][i] === k + 1));
    if (op === "R" && i.length === 1 && j.length === 1) for (const [x, y] of [[i[0], -1], [-1, j[0]]]) take(x, y, 1);
  });
  for (const i of open[0]) join(i, -1);
  for (const j of open[1]) join(-1, j);
  const merged = {nodes, edges, top, edits: pair.x};
  const lines = [a, b].map((g, side) => written(g, side, place[side], edgeOf[side], leafOf[side]));
  merged.rows = aligned(merged, lines[0], guided(merged, lines, roots.map((r, side) => place[side][r])));
  return merged;
}

// The lines of a graph as written: {depth, edge, role, node, bare, close}; roles and concepts are the
// triples in their order.
function written([triples, text], side, place, edgeOf, leafOf) {
  const lines = [], tokens = text.match(/"(?:\\.|[^"\\])*"|[()]|[^\s()"]+/g) || [];
  let n = -1, depth = 0, role = "", edge = -1, current = 0;
  const line = (node, bare) => { lines.push({depth, edge, role, node, bare, close: 0}); role = ""; edge = -1; };
  for (let i = 0; i < tokens.length; i++) {
    const t = tokens[i], next = triples[n + 1] || [];
    if (t === ")") { depth--; lines.at(-1).close++; }
    else if (t === "(") {
      const name = tokens[++i];
      line(place[name] ?? 0, 0);
      depth++;
      if (tokens[i + 1] === "/") { i += 2; n++; } else if (triples[n + 1]?.[0] === name && triples[n + 1][1] === ":instance" && triples[n + 1][2] === null) n++;
    } else if (t[0] === ":" && !role) { current = ++n; role = t; edge = edgeOf[n] ?? -1; }
    else line(leafOf[current] ?? place[t] ?? 0, leafOf[current] === undefined);
  }
  return lines;
}

// The prediction from the gold's top in the gold's order: its tree has, first, the edges of the
// gold's tree, then its own, so that what both share looks the same.
function guided({nodes, edges}, [gold, own], [top, start]) {
  const where = lines => new Map(lines.flatMap((l, n) => l.edge < 0 ? [] : [[l.edge, n]])), home = where(gold), mine = where(own);
  const trees = [gold, own].map(lines => new Set(lines.filter(l => !l.bare).map(l => l.edge)));
  const heads = new Map(), open = [];
  for (const l of gold) { open.length = l.depth; if (l.depth) heads.set(l.edge, open.at(-1)); if (!l.bare) open.push(l.node); }
  const key = k => home.has(k) && trees[0].has(k) ? home.get(k) : 1e6 * (trees[1].has(k) ? 1 : 2) + mine.get(k);
  const group = [...nodes.keys()], find = k => group[k] === k ? k : find(group[k]), at = new Map(), loose = new Set(), lines = [], done = new Set();
  const put = (node, k) => at.set(node, [...at.get(node) || [], k]);
  for (const k of [...mine.keys()].sort((x, y) => key(x) - key(y))) {
    const {source, target} = edges[k], x = find(source), y = find(target);
    if (x === y) { loose.add(k); put(heads.get(k) === target ? target : source, k); }
    else { group[x] = y; put(source, k); put(target, k); }
  }
  const order = k => home.has(k) ? home.get(k) : 1e6 + mine.get(k);
  const write = (node, depth, edge, role) => {
    lines.push({depth, edge, role, node, bare: 0, close: 0});
    if (nodes[node].leaf) return;
    for (const k of (at.get(node) || []).sort((x, y) => order(x) - order(y))) {
      if (done.has(k)) continue;
      done.add(k);
      const {source, target, roles, flip} = edges[k], turned = (source !== node) !== !!flip, end = source === node ? target : source;
      const role = turned ? inverse(roles[1]) : roles[1];
      if (loose.has(k)) lines.push({depth: depth + 1, edge: k, role, node: end, bare: !nodes[end].leaf, close: 0});
      else write(end, depth + 1, k, role);
    }
    lines.at(-1).close++;
  };
  write(nodes[top]?.names[1] ? top : start, 0, -1, "");
  return lines.length < own.length ? own : lines;
}

// Lines side by side that say the same, or one thing differently, in order.
function aligned({nodes}, gold, pred) {
  const worth = (a, b) => a.bare !== b.bare && !(a.bare && b.bare) ? 0 : a.bare || nodes[a.node].leaf ? 4 * (a.edge === b.edge) : (3 + 2 * (a.edge === b.edge)) * (a.node === b.node);
  const n = gold.length, m = pred.length, best = fill(n + 1, () => new Float64Array(m + 1)), rows = [];
  for (let i = n - 1; i >= 0; i--) for (let j = m - 1; j >= 0; j--) {
    const w = worth(gold[i], pred[j]);
    best[i][j] = Math.max(best[i + 1][j], best[i][j + 1], w && w + best[i + 1][j + 1]);
  }
  for (let i = 0, j = 0; i < n || j < m;) {
    const w = i < n && j < m && worth(gold[i], pred[j]);
    if (w && best[i][j] === w + best[i + 1][j + 1]) rows.push([gold[i++], pred[j++]]);
    else if (j < m && (i === n || best[i][j] === best[i][j + 1])) rows.push([null, pred[j++]]);
    else rows.push([gold[i++], null]);
  }
  return rows;
}
