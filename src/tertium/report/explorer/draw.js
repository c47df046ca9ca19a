"use strict";
// A pair as HTML. A pair is {h, n, e, x, r}:
//   h  [triples matched, of the gold, of the prediction, upper bound, edit of the top, width, height];
//      of a metric that matches no triples [null, value, 1, 0, ...]
//   n  nodes: [gold name, pred name, word, word of pred if other, state, edit, leaf + 2 top, x, y, width, folded]
//   e  edges: [source, target, role, role of pred if other, state, edit, moved, x, y, width, path (a: the gap for
//      the label), upward]
//   x  edits: [class, operation, message, cost, triples of the gold, of the prediction]
//   r  rows of two lines or 0: [depth, edge, role, node, bare, brackets]
const STATES = ["same", "changed", "gold", "pred", "plain"], SIGNS = ["", "", "+", "−", ""], SIDES = ["gold", "pred"];
const $ = (s, root = document) => root.querySelector(s), $$ = (s, root = document) => [...root.querySelectorAll(s)];
const escape = s => String(s).replace(/[&<>"]/g, c => `&#${c.charCodeAt()};`);
const number = x => +(+x).toFixed(2), points = (part, whole) => whole ? (100 * part / whole).toFixed(2) : "–";
const short = s => s.length > 26 ? s.slice(0, 25) + "…" : s;
const linked = (t, e) => `data-t="${t}"` + (e ? ` data-e="${e}"` : "");
const left = x => x.getBoundingClientRect().x;

// The policy of the page allows no style attributes, so sizes are set here; and wide drawings are
// moved so that their top can be seen.
function sized(root) {
  for (const x of $$("[data-w]", root)) x.style.setProperty("--w", x.dataset.w);
  const top = $(".map .top", root), map = top?.closest(".map");
  if (map) map.scrollLeft = left(top) - left(map) - map.clientWidth / 3;
}

function score([m, a, b, u], label, names) {
  const [M, A, B] = [m, a, b].map(number), [gold, pred] = names.map(escape), f1 = points(2 * m, a + b), all = a + b - m;
  const bar = [["gold", a - m, "only " + gold], ["same", m, "both"], ["pred", b - m, "only " + pred]].filter(x => x[1] > 1e-9)
    .map(([c, n, w]) => `<span class="${c}" data-w="${n}"><b>${number(n)}</b> <i>${w}</i></span>`);
  const term = (name, sum, value) => `<div><dt>${name}</dt><dd>${sum} = <b>${value}</b></dd></div>`;
  return `<div class="score"><div class="f1"><b>${f1}</b><span>${escape(label)}</span></div><div class="sum"><div class="bar">${bar.join("")}</div>` +
    `<div class="spans"><span class="gold" data-w="${points(b - m, all)}%">${gold} ${A}</span><span class="pred" data-w="${points(a - m, all)}%">${pred} ${B}</span></div></div><dl>` +
    term("precision", `${M} / ${B}`, points(m, b)) + term("recall", `${M} / ${A}`, points(m, a)) + term("F1", `2·${M} / (${A} + ${B})`, f1) +
    `</dl><span class="proof">${u - m < 1e-9 ? "✓ proven: no alignment matches more" : "not proven: at most " + number(u)}</span></div>`;
}

function drawing(d) {
  const [, , , , , w, h] = d.h, draw = (list, one) => list.map((x, k) => x.length > 7 ? one(d, k, x) : "").join("");
  if (!w) return '<p class="none">Not drawn: too large. The text says the same.</p>';
  return `<svg class="graph" role="img" aria-label="both graphs; see the text" viewBox="0 -8 ${w + 6} ${h + 12}" data-w="${w + 6}px">${draw(d.e, edgeSvg)}${draw(d.n, nodeSvg)}</svg>`;
}

function edgeSvg(d, k, [s, t, now, was, state, edit, moved, x, y, wide, path, up]) {
  const [, tipX, tipY] = (up && s !== t ? /^M(\d+) (\d+)/ : /(\d+) \d+V(\d+)$/).exec(path), [one, other] = [s, t].map(n => d.n[n][2] || d.n[n][3]);
  const told = [...new Set([now, was || now])].filter(Boolean).map(role => escape(`${one} ${role} ${other}`));
  return `<g class="e ${STATES[state]}${moved ? " moved" : ""}" data-n="${s} ${t}" ${linked("e" + k, edit)}><title>${told.join("\n")}</title>` +
    `<path d="${path.replace("a", `${x} ${y - 7}M${x} ${y + 7}`)}"/><path class="head" d="M${tipX} ${tipY}l-3.5 ${up ? 7 : -7}h7z"/>` +
    `<text x="${edit ? x - 9 : x}" y="${y + 4}">${words(now, was || now, state, SIGNS[state] + (moved ? "↷" : ""))}</text>${badge(edit, x + (wide >> 1) - 8, y)}</g>`;
}

function nodeSvg(d, k, [gold, pred, now, was, state, edit, flags, x, y, w, fold]) {
  const leaf = flags & 1, top = flags >> 1, high = leaf ? 18 : 22, number = top === 3 ? 0 : d.h[4];
  const told = [[gold, now], [pred, was || now]].filter(x => leaf || x[0]).map(x => escape(x.filter(Boolean).join(" / ")));
  return `<g class="n ${STATES[state]}${leaf ? " leaf" : ""}${top ? " top" : ""}" ${linked("n" + k, edit)}><title>${told.join("\n")}</title>` +
    `<rect x="${x - (w >> 1)}" y="${y - 11}" width="${w}" height="${high}" rx="${leaf ? 9 : 4}"/><text x="${x}" y="${y - 7 + high / 2}">` +
    (top ? `<tspan class="tag ${["", ...SIDES, "same"][top]}" ${linked("top", number)}>top${number ? "·" + number : ""}</tspan> ` : "") + (leaf ? "" : `<tspan class="v">${escape(gold || pred)}</tspan> `) +
    (words(now, was || now, state, SIGNS[state]) || escape(gold || pred)) + (fold ? ` <tspan class="v">⋯${fold}</tspan>` : "") + `</text>${leaf ? "" : badge(edit, x + (w >> 1) - 2, y - 11)}</g>`;
}

function words(now, was, state, sign) {
  [now, was] = [now, was].map(s => escape(short(s)));
  if (state === 1) return now === was ? now : `<tspan class="p">${was || "∅"}</tspan> → <tspan class="g">${now || "∅"}</tspan>`;
  return (sign && `<tspan class="sign">${sign}</tspan>`) + (state & 2 ? `<tspan class="${"gp"[state - 2]}">${now || was}</tspan>` : now || was);
}

const badge = (edit, x, y) => edit ? `<g class="b"><circle cx="${x}" cy="${y}" r="7"/><text x="${x}" y="${y + 3}">${edit}</text></g>` : "";

// What comes after a colon is of the gold or of the prediction; "instead of" stands between both.
const marked = (text, op) => text.includes(" instead of ") ? text.replace(/^(.*?: )?(.*) instead of (.*)$/, "$1<del>$2</del> instead of <ins>$3</ins>")
  : op === "R" ? text : text.replace(/: (.*)$/, op === "M" ? ": <ins>$1</ins>" : ": <del>$1</del>");

function edits({h: [m, a, b], x}, [gold, pred]) {
  if (!x.length) return '<p class="none">The graphs are the same.</p>';
  const most = Math.max(...x.map(e => e[3])), items = x.map(([name, op, text, cost, more, less], k) =>
    `<li class="o-${op}" data-e="${k + 1}" tabindex="0"><span class="b">${k + 1}</span><span class="kind"><b>${{M: "+", U: "−", R: "~"}[op]}</b> ${name}</span>` +
    `<span class="what">${marked(escape(text), op)}</span><span class="cost" title="+${more} −${less} triples">${cost.toFixed(2)}</span><span class="rule"><i data-w="${points(cost, most)}%"></i></span></li>`);
  return `<h3>${x.length} ${x.length > 1 ? "edits turn" : "edit turns"} ${escape(pred)} into ${escape(gold)}</h3><ol class="edits">${items.join("")}</ol>` +
    `<p class="total"><span>total 100 · ${number(a + b - 2 * m)} / (${number(a)} + ${number(b)}) = 100 − ${points(2 * m, a + b)}</span><b>${points(a + b - 2 * m, a + b)}</b></p>`;
}

function texts(d, names) {
  const [gold, pred] = names.map(escape), rows = d.r.map(([one, other]) => {
    const quiet = [one, other].every(line => !line || plain(d, line)), both = one && other;
    const kind = both ? quiet ? "same" : "both" : (one ? "gold" : "pred") + (quiet ? " else" : "");
    return `<div class="row ${kind}" role="row"${quiet && !both ? ' title="in both, elsewhere"' : ""}>${cell(d, one, 0)}${cell(d, other, 1)}</div>`;
  });
  return `<div class="texts" role="table"><div class="row head" role="row"><span role="columnheader">${gold}</span><span role="columnheader">${pred}, in the order of ${gold}</span></div>${rows.join("")}</div>`;
}

const quiet = ([, , , , state, edit]) => (state === 0 || state === 4) && !edit;
function plain(d, [, edge, , node, bare]) {
  const n = d.n[node];
  return (edge < 0 || quiet(d.e[edge])) && (bare || quiet(n) && (n[6] < 2 || n[6] > 5 || !d.h[4]));
}

function cell(d, line, side) {
  const name = SIDES[side];
  if (!line) return `<span class="${name} void" role="cell"></span>`;
  const [depth, edge, role, k, bare, close] = line, n = d.n[k], e = d.e[edge], leaf = n[6] & 1, top = n[6] >> 1 & 1 << side, at = d.h[4];
  const token = (text, thing, of) => `<span${of[4] % 4 ? ` class="t ${name}"` : ""} ${linked(thing, of[5])}>${thing[0] === "e" && of[6] ? "↷" : ""}${escape(text)}</span>`;
  const text = side ? n[3] || n[2] : n[2], word = text && token(text, "n" + k, n), own = `<span class="v" data-t="n${k}">${escape(n[side])}</span>`;
  const tag = top && !bare ? `<span class="tag ${at ? name : ""}" ${linked("top", at)}>top${at ? "·" + at : ""}</span> ` : "";
  const said = leaf ? word : bare ? own : `${tag}(${own}${word && " / " + word}`;
  const marks = [...new Set([e?.[5], (leaf || !bare) && n[5]])].filter(Boolean).map(x => `<span class="b" data-e="${x}">${x}</span>`);
  return `<span class="${name}" role="cell"><span class="g">${marks.join("")}</span><code>${"  ".repeat(depth)}${role && (e ? token(role, "e" + edge, e) : escape(role)) + " "}${said}${")".repeat(close)}</code></span>`;
}

const look = (d, names) => `<div class="look${d.h[5] > 880 ? " wide-map" : ""}"><div class="map" tabindex="0">${drawing(d)}</div><div>${edits(d, names)}</div></div>`;

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
  const near = event => light(event.target.closest("[data-e]") || event.target.closest("[data-t]")), none = () => light();
  for (const [name, does] of [["pointerover", near], ["focusin", near], ["pointerleave", none], ["focusout", none]]) root.addEventListener(name, does);
}
