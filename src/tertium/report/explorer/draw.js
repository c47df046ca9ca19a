"use strict";
// A pair as HTML. A pair is {m, a, b, u: triples matched, of the gold, of the prediction, upper bound;
// t: the edit of the top; d: size of the drawing; n, e: nodes and edges; x: edits; r: rows of text}.
//   node  [gold name, pred name, word, word of pred if other, state, edit, leaf + 2 top, x, y, width, folded]
//   edge  [source, target, role, role of pred if other, state, edit, moved, x, y, width, path, tip x, tip y, up]
//   edit  [class, operation, message, cost, triples of the gold, of the prediction]
//   line  [depth, edge, role, node, bare, brackets]
const STATES = ["same", "changed", "gold", "pred", "plain"], SIGNS = ["", "", "+", "−", ""], SIDES = ["gold", "pred"];
const OPERATIONS = {M: ["+", "missing"], U: ["−", "extra"], R: ["~", "replaced"]};
const $ = (s, root = document) => root.querySelector(s), $$ = (s, root = document) => [...root.querySelectorAll(s)];
const escape = s => String(s).replace(/[&<>"]/g, c => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[c]);
const number = x => String(+(+x).toFixed(2)), points = (part, whole) => whole ? (100 * part / whole).toFixed(2) : "–";
const short = s => s.length > 26 ? s.slice(0, 25) + "…" : s;
const linked = (t, e) => `data-t="${t}"` + (e ? ` data-e="${e}"` : "");
// The policy of the page allows no style attributes, so sizes are set here.
const sized = root => { for (const x of $$("[data-w]", root)) x.style.setProperty("--w", x.dataset.w); };

function score({m, a, b, u}, label, [gold, pred]) {
  const [M, A, B] = [m, a, b].map(number), f1 = points(2 * m, a + b), all = a + b - m;
  const proof = u - m < 1e-9 ? `✓ proven: no alignment matches more than ${M}` : `not proven: at most ${number(u)} match`;
  const bar = [["gold", a - m, "only " + gold], ["same", m, "both"], ["pred", b - m, "only " + pred]].filter(x => x[1] > 1e-9)
    .map(([c, n, w]) => `<span class="${c}" data-w="${n}" title="${number(n)} ${escape(w)}"><b>${number(n)}</b> <i>${escape(w)}</i></span>`);
  const term = (name, sum, value) => `<div><dt>${name}</dt><dd>${sum} = <b>${value}</b></dd></div>`;
  return `<div class="score"><div class="f1"><b>${f1}</b><span>${escape(label)}</span></div><div class="sum"><div class="bar">${bar.join("")}</div>` +
    `<div class="spans"><span class="gold" data-w="${points(b - m, all)}%">${escape(gold)} ${A}</span><span class="pred" data-w="${points(a - m, all)}%">${escape(pred)} ${B}</span></div></div><dl>` +
    term("precision", `${M} / ${B}`, points(m, b)) + term("recall", `${M} / ${A}`, points(m, a)) + term("F1", `2·${M} / (${A} + ${B})`, f1) +
    `</dl><span class="proof">${proof}</span></div>`;
}

function drawing(d) {
  if (!d.d) return '<p class="none">Not drawn: too large to read. The text says the same.</p>';
  const [w, h] = d.d, place = (list, draw, at) => list.map((x, k) => x.length > 7 ? draw(d, k, x) : "").join("");
  return `<svg class="graph" role="img" aria-label="both graphs as one; the text says the same" viewBox="0 -8 ${w + 6} ${h + 12}" data-w="${w + 6}px">` +
    place(d.e, edgeSvg) + place(d.n, nodeSvg) + "</svg>";
}

function edgeSvg(d, k, [s, t, now, was, state, edit, moved, x, y, wide, path, tipX, tipY, up]) {
  const sign = SIGNS[state] + (moved ? "↷" : "");
  return `<g class="e ${STATES[state]}${moved ? " moved" : ""}" data-n="${s} ${t}" ${linked("e" + k, edit)}><title>${escape(toldEdge(d, d.e[k]))}</title>` +
    `<path d="${path}"/><path class="head" d="M${tipX} ${tipY}l-3.5 ${up ? 7 : -7}h7z"/>` +
    `<text x="${edit ? x - 9 : x}" y="${y + 4}">${words(short(now), short(was || now), state, sign)}</text>${badge(edit, x + (wide >> 1) - 8, y)}</g>`;
}

function nodeSvg(d, k, [gold, pred, now, was, state, edit, flags, x, y, w, fold]) {
  const leaf = flags & 1, top = flags >> 1, high = leaf ? 18 : 22, name = gold || pred;
  const said = state === 3 ? words("", short(was), state, SIGNS[3]) : words(short(now) || (state === 1 ? "∅" : ""), short(was || now), state, SIGNS[state]);
  return `<g class="n ${STATES[state]}${leaf ? " leaf" : ""}${top ? " top" : ""}" ${linked("n" + k, edit)}><title>${escape(toldNode(d.n[k]))}</title>` +
    `<rect x="${x - (w >> 1)}" y="${y - 11}" width="${w}" height="${high}" rx="${leaf ? 9 : 4}"/><text x="${x}" y="${y - 11 + high / 2 + 4}">${top ? topTag(d, top) : ""}` +
    `${leaf ? "" : `<tspan class="v">${escape(name)}</tspan> `}${said || escape(name)}${fold ? ` <tspan class="v">⋯${fold}</tspan>` : ""}</text>${leaf ? "" : badge(edit, x + (w >> 1) - 2, y - 11)}</g>`;
}

function topTag(d, top) {
  const n = top === 3 ? 0 : d.t;
  return `<tspan class="tag ${["", "gold", "pred", "same"][top]}" ${linked("top", n)}>top${n ? "·" + n : ""}</tspan> `;
}

function words(now, was, state, sign) {
  if (state === 1) return now === was ? escape(now) : `<tspan class="p">${escape(was || "∅")}</tspan> → <tspan class="g">${escape(now)}</tspan>`;
  const text = escape(state === 3 ? was : now);
  return (sign && `<tspan class="sign">${sign}</tspan>`) + (state & 2 ? `<tspan class="${"gp"[state - 2]}">${text}</tspan>` : text);
}

const badge = (edit, x, y) => edit ? `<g class="b"><circle cx="${x}" cy="${y}" r="7"/><text x="${x}" y="${y + 3}">${edit}</text></g>` : "";

function toldNode([gold, pred, now, was, state]) {
  const name = v => v && v + " / ";
  return [state !== 3 && name(gold) + now, state !== 2 && name(pred) + (was || now)].filter(x => x !== false).join("\n");
}

function toldEdge(d, [s, t, now, was, state]) {
  const ends = [s, t].map(n => d.n[n][2] || d.n[n][3]);
  return [state !== 3 && now, state !== 2 && (was || now)].filter(Boolean).map(role => `${ends[0]} ${role} ${ends[1]}`).join("\n");
}

function edits(d, [gold, pred]) {
  const {a, b, m, x} = d, most = Math.max(...x.map(e => e[3]));
  if (!x.length) return '<p class="none">The graphs are the same.</p>';
  const items = x.map(([name, op, text, cost, more, less], k) =>
    `<li class="o-${op}" data-e="${k + 1}" tabindex="0"><span class="b">${k + 1}</span><span class="kind" title="${OPERATIONS[op][1]}"><b>${OPERATIONS[op][0]}</b> ${name}</span>` +
    `<span class="what">${escape(text).replace(/(\S+) instead of (\S+)/, "<del>$1</del> instead of <ins>$2</ins>")}</span><span class="cost" title="+${more} −${less} triples">${cost.toFixed(2)}</span><span class="rule"><i data-w="${points(cost, most)}%"></i></span></li>`);
  return `<h3>${x.length} ${x.length > 1 ? "edits turn" : "edit turns"} ${escape(pred)} into ${escape(gold)}</h3><ol class="edits">${items.join("")}</ol>` +
    `<p class="total"><span>together 100 · ${number(a + b - 2 * m)} / (${number(a)} + ${number(b)}) = 100 − ${points(2 * m, a + b)}</span><b>${points(a + b - 2 * m, a + b)}</b></p>`;
}

function texts(d, [gold, pred]) {
  return `<div class="texts" role="table"><div class="row head" role="row"><span role="columnheader">${escape(gold)}</span><span role="columnheader">${escape(pred)}, in the order of ${escape(gold)}</span></div>` +
    d.r.map(([one, other]) => {
      const quiet = [one, other].every(line => !line || plain(d, line)), both = one && other;
      const kind = both ? quiet ? "same" : "both" : (one ? "gold" : "pred") + (quiet ? " else" : "");
      return `<div class="row ${kind}" role="row"${quiet && !both ? ' title="in both, written elsewhere"' : ""}>${cell(d, one, 0)}${cell(d, other, 1)}</div>`;
    }).join("") + "</div>";
}

function plain(d, [, edge, , node, bare]) {
  const quiet = s => s === 0 || s === 4, e = d.e[edge], n = d.n[node], top = n[6] >> 1;
  return (edge < 0 || quiet(e[4]) && !e[5]) && (bare || quiet(n[4]) && (top === 0 || top === 3 || !d.t));
}

function cell(d, line, side) {
  if (!line) return `<span class="${SIDES[side]} void" role="cell"></span>`;
  const [depth, edge, role, k, bare, close] = line, n = d.n[k], e = d.e[edge], out = [], numbers = new Set(), leaf = n[6] & 1;
  const token = (text, thing, [, , , , state, edit], moved) => {
    const kind = state === 0 || state === 4 ? "" : ` class="t ${SIDES[side]}"`;
    return `<span${kind} ${linked(thing, edit)}>${moved ? "↷" : ""}${escape(text)}</span>`;
  };
  if (role) out.push(e ? token(role, "e" + edge, e, e[6]) : escape(role));
  if (e) numbers.add(e[5]);
  const text = side ? n[3] || n[2] : n[2], word = () => token(text, "n" + k, n);
  if (leaf) out.push(word());
  else if (bare) out.push(`<span data-t="n${k}">${escape(n[side])}</span>`);
  else {
    const top = n[6] >> 1 & 1 << side, tag = top && d.t ? `<span class="tag ${SIDES[side]}" ${linked("top", d.t)}>top·${d.t}</span> ` : top ? '<span class="tag">top</span> ' : "";
    out.push(`${tag}(<span class="v">${escape(n[side])}</span>${text ? " / " + word() : ""}`);
  }
  if (leaf || !bare) numbers.add(n[5]);
  const marks = [...numbers].filter(Boolean).map(x => `<span class="b" data-e="${x}">${x}</span>`).join("");
  return `<span class="${SIDES[side]}" role="cell"><span class="g">${marks}</span><code>${"  ".repeat(depth)}${out.join(" ")}${")".repeat(close)}</code></span>`;
}

const look = (d, names) => `<div class="look${d.d && d.d[0] > 880 ? " wide-map" : ""}"><div class="map" tabindex="0">${drawing(d)}</div><div>${edits(d, names)}</div></div>`;

// Resting on a thing, or focusing an edit, lights up everything of the same edit or triple.
function link(root) {
  const light = from => {
    const {e, t} = from?.dataset || {}, on = from ? $$(e ? `[data-e="${e}"]` : `[data-t="${t}"]`, root) : [];
    for (const old of $$(".lit, .near", root)) old.classList.remove("lit", "near");
    for (const one of on) {
      one.classList.add("lit");
      one.closest(".graph > g")?.classList.add("lit");
      for (const n of one.dataset.n?.split(" ") || []) $(`.graph [data-t="n${n}"]`, root)?.classList.add("near");
    }
    root.classList.toggle("linked", on.length > 0);
  };
  const near = event => event.target.closest("[data-e]") || event.target.closest("[data-t]");
  for (const name of ["pointerover", "focusin"]) root.addEventListener(name, event => light(near(event)));
  for (const name of ["pointerleave", "focusout"]) root.addEventListener(name, () => light(null));
}
