"use strict";
// Where the boxes, labels and edges of a drawing are, in whole pixels: the method of layers.py and
// layout.py, step by step, so that a page draws as the files do. A *slot* is a node, a label, or
// the place where an edge passes a row; nodes are in the even rows, labels in the odd ones.
const GAP = 10, HIGH = 22, LABEL = 14, MARGIN = 6, PORT = 8, LINE = 4, LOOP = 7, ROUNDS = 16, SWEEPS = 8, HEAD = 7;
const sum = (list, f) => list.reduce((x, y) => x + f(y), 0);
const fill = (n, f) => Array.from({length: n}, (_, k) => f(k));

// The edges by which nodes are first reached, and whether against their direction.
function treeOf(n, edges) {
  const reached = new Set(), tree = new Map();
  for (let root = 0; root < n; root++) {
    reached.add(root);
    for (let found = true; found;) {
      found = false;
      for (const against of [0, 1]) {
        const k = edges.findIndex(e => reached.has(e[against]) && !reached.has(e[1 - against]));
        if (k < 0) continue;
        tree.set(k, against);
        reached.add(edges[k][1 - against]);
        found = true;
        break;
      }
    }
  }
  return tree;
}

// All edges leading down: turned around if against the tree, or if they would close a cycle.
function downward(n, edges, tree) {
  const below = fill(n, () => []);
  const leads = (from, to, seen = new Set()) => from === to || !seen.has(from) && (seen.add(from), below[from].some(x => leads(x, to, seen)));
  const down = [...edges];
  for (const k of [...tree.keys(), ...edges.keys()]) {
    if (tree.has(k) && down[k] !== edges[k]) continue;
    const [s, t] = edges[k];
    down[k] = (tree.has(k) ? tree.get(k) : leads(t, s)) ? [t, s] : [s, t];
    if (s !== t) below[down[k][0]].push(down[k][1]);
  }
  return down;
}

function layer(n, edges) {
  const tree = treeOf(n, edges), down = downward(n, edges, tree), deep = [];
  const depth = v => deep[v] ??= Math.max(0, ...down.filter(e => e[1] === v && e[0] !== v).map(e => depth(e[0]) + 1));
  const rows = fill(2 * Math.max(...fill(n, depth)) + 2, () => []), chains = [];
  for (let v = 0; v < n; v++) rows[2 * deep[v]].push(v);
  let slots = n;
  for (const [s, t] of down) {
    const chain = [s], first = 2 * deep[s] + 1;
    for (let r = first; r < Math.max(2 * deep[t], first + 1); r++) rows[r].push(slots), chain.push(slots++);
    chains.push(s === t ? chain : [...chain, t]);
  }
  const above = fill(slots, () => []), below = fill(slots, () => []);
  for (const chain of chains) for (let i = 1; i < chain.length; i++) below[chain[i - 1]].push(chain[i]), above[chain[i]].push(chain[i - 1]);
  const turned = edges.map(([s], k) => down[k][0] !== s);
  return {rows: ordered(rows.filter(r => r.length), above, below), chains, turned, tree, above, below, slots};
}

// The order of rows with the fewest crossings, sorted down and up in turn.
function ordered(rows, above, below) {
  const seen = new Map(), walk = [...rows[0]].reverse();
  while (walk.length) {
    const slot = walk.pop();
    if (!seen.has(slot)) seen.set(slot, seen.size), walk.push(...[...below[slot]].reverse());
  }
  const by = (row, key) => [...row].sort((a, b) => key(a) - key(b));
  const swept = (rows, before) => {
    const done = [rows[0]];
    for (const row of rows.slice(1)) {
      const last = done.at(-1), place = new Map(last.map((s, x) => [s, (x + .5) / last.length])), own = new Map(row.map((s, x) => [s, (x + .5) / row.length]));
      const mean = new Map(row.map(s => [s, before[s].length ? sum(before[s], o => place.get(o)) / before[s].length : own.get(s)]));
      done.push(by(row, s => mean.get(s)));
    }
    return done;
  };
  const crossings = rows => sum([...rows.keys()].slice(1), r => {
    const place = new Map(rows[r].map((s, x) => [s, x])), ends = rows[r - 1].flatMap(s => below[s].map(o => place.get(o)).sort((a, b) => a - b));
    return sum([...ends.keys()], i => ends.slice(i + 1).filter(e => e < ends[i]).length);
  });
  let best = rows = rows.map(row => by(row, s => seen.get(s))), fewest = crossings(rows);
  for (let sweep = 0; sweep < SWEEPS && fewest; sweep++) {
    rows = sweep % 2 ? swept(rows.reverse(), below).reverse() : swept(rows, above);
    const count = crossings(rows);
    if (count < fewest) best = [...rows], fewest = count;
  }
  return best;
}

// Slots of a row as near to where they are wanted as order and widths allow, by least squares.
function settle(row, xs, widths, weights, wanted) {
  const pools = [], offsets = [0];
  row.forEach((slot, i) => {
    if (i) offsets[i] = offsets[i - 1] + (widths[row[i - 1]] + widths[slot]) / 2 + GAP;
    let where = wanted[i] - offsets[i], weight = weights[slot], count = 1;
    while (pools.length && pools.at(-1)[0] >= where) {
      const [other, more, n] = pools.pop();
      where = (where * weight + other * more) / (weight + more), weight += more, count += n;
    }
    pools.push([where, weight, count]);
  });
  const places = pools.flatMap(([where, , count]) => Array(count).fill(where));
  row.forEach((slot, i) => { xs[slot] = places[i] + offsets[i]; });
}

function columns({rows, chains, above, below, slots}, widths) {
  const xs = Array(slots).fill(0), weights = Array(slots).fill(1), both = above.map((a, k) => [...a, ...below[k]]);
  for (const chain of chains) for (const slot of chain.slice(2, -1)) weights[slot] = 3;
  for (const row of rows) settle(row, xs, widths, weights, row.map(() => 0));
  const mean = (near, own) => near.length ? sum(near, s => xs[s] * weights[s]) / sum(near, s => weights[s]) : own;
  for (let round = 0; round < ROUNDS; round++) {
    const near = round >= ROUNDS - 4 ? both : round % 2 ? below : above;
    for (const row of round % 2 ? [...rows].reverse() : rows) settle(row, xs, widths, weights, row.map(s => mean(near[s].length ? near[s] : both[s], xs[s])));
  }
  straighten(rows, chains, xs, widths);
  const left = Math.min(...xs.map((x, k) => x - widths[k] / 2));
  return xs.map(x => Math.round(x - left) + MARGIN);
}

// The slots through which an edge passes, below one another as far as there is room.
function straighten(rows, chains, xs, widths) {
  const beside = new Map(rows.flatMap(row => row.map((s, i) => [s, [row[i - 1], row[i + 1]]])));
  const limit = (other, slot, side) => other === undefined ? side * Infinity : xs[other] - side * ((widths[slot] + widths[other]) / 2 + GAP);
  for (const chain of chains) {
    let run = [], low = -Infinity, high = Infinity;
    const align = () => { const mean = sum(run, s => xs[s]) / run.length; for (const s of run) xs[s] = Math.min(Math.max(mean, low), high); };
    for (const slot of chain.slice(2, -1)) {
      const [l, r] = beside.get(slot), from = limit(l, slot, -1), to = limit(r, slot, 1);
      if (Math.max(low, from) > Math.min(high, to)) align(), run = [], low = -Infinity, high = Infinity;
      run.push(slot);
      low = Math.max(low, from), high = Math.min(high, to);
    }
    align();
  }
}

// In: widths of nodes and labels, edges as pairs of nodes, the first node the root.
// Out: the size, the centres of nodes, and of each edge its label, path, tip, and whether it leads up.
function layOut(nodes, labels, edges) {
  const found = layer(nodes.length, edges), {rows, chains, below, turned, tree} = found;
  const widths = fill(found.slots, k => nodes[k] ?? LINE);
  chains.forEach((chain, k) => { widths[chain[1]] = labels[k]; });
  const xs = columns(found, widths), top = [], high = [];
  rows.reduce((y, row, r) => {
    for (const slot of row) top[slot] = y, high[slot] = r % 2 ? LABEL : HIGH;
    const far = Math.max(0, ...row.flatMap(s => below[s].map(o => Math.abs(xs[s] - xs[o]))));
    return y + (r % 2 ? LABEL : HIGH) + Math.min(44, 15 + Math.floor(far / 9));
  }, MARGIN);
  const loop = k => chains[k].length === 2, up = k => turned[k] || loop(k), ports = portsOf(chains, xs, widths, loop);
  const reached = [false, true].map(way => new Set(chains.flatMap((c, k) => up(k) === way ? [way ? c[0] : c.at(-1)] : [])));
  const middle = slot => [xs[slot], top[slot] + (high[slot] >> 1)];
  const drawn = chains.map((chain, k) => {
    const stops = chain.map((s, i) => [i ? i === chain.length - 1 && !loop(k) ? ports[k][1] : xs[s] : ports[k][0], top[s], top[s] + high[s]]);
    const route = loop(k)
      ? [[stops[0][0], stops[0][2], xs[chain[1]] - LOOP, stops[1][1]], [xs[chain[1]] + LOOP, stops[1][1], ports[k][1], stops[0][2]]]
      : stops.slice(1).map(([x, y], i) => [stops[i][0], stops[i][2], x, y]);
    const first = reached[1].has(chain[0]) ? HEAD : 0, last = loop(k) ? first : reached[0].has(chain.at(-1)) ? -HEAD : 0;
    const path = route.map(([x, y, toX, toY], i) => {
      const start = i ? y : y + first, end = i === route.length - 1 ? toY + last : toY, bend = start + end >> 1;
      return (i > 1 ? `V${y}` : `M${x} ${y}`) + (start !== y ? `V${start}` : "") +
        (tree.has(k) ? `L${toX} ${end}` : `C${x} ${bend} ${toX} ${bend} ${toX} ${end}`) + (end !== toY ? `V${toY}` : "");
    }).join("");
    const tip = up(k) && !loop(k) ? route[0].slice(0, 2) : route.at(-1).slice(2);
    return {at: middle(chain[1]), path, tip, up: up(k)};
  });
  return {
    width: Math.max(...xs.map((x, k) => x + (widths[k] + 1 >> 1))) + MARGIN,
    height: Math.max(...top.map((y, k) => y + high[k])) + MARGIN,
    nodes: fill(nodes.length, middle), edges: drawn,
  };
}

// Where edges leave and enter nodes, side by side in the order of where they go.
function portsOf(chains, xs, widths, loop) {
  const sides = new Map(), ports = chains.map(() => []);
  const add = (node, side, item) => sides.set(node + side, [...sides.get(node + side) || [], [...item, node]]);
  chains.forEach((c, k) => {
    add(c[0], "out", [xs[c[1]] - (loop(k) ? LOOP : 0), k, 0]);
    loop(k) ? add(c[0], "out", [xs[c[1]] + LOOP, k, 1]) : add(c.at(-1), "in", [xs[c.at(-2)], k, 1]);
  });
  for (const ends of sides.values()) {
    ends.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    const node = ends[0][3], step = Math.min(PORT, (widths[node] - PORT) / ends.length);
    ends.forEach(([, k, end], i) => { ports[k][end] = Math.round(xs[node] + (i - (ends.length - 1) / 2) * step); });
  }
  return ports;
}
