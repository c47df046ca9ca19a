// What a metric other than that of the edits counts: [kind, parts, how many are left out]. A part is
// [text in the gold, in the prediction (0: not there, 1: the same), earned, count in the gold, in the
// prediction]; a move has [.., .., flow, how alike] instead.
const KINDS = {"k-gram": "K-grams", feature: "Features", triple: "Triples, and what each earns", move: "Moved nodes: flow × cost", pair: "The pair"};

function parts([kind, list, more], names) {
  const inner = kind === "move" ? moves(list) : bags(list, names);
  return `<section class="parts"><h3>${KINDS[kind] || escape(kind)}</h3>${inner}${more ? `<p class="note">${more} more are not listed.</p>` : ""}</section>`;
}

function bags(list, [gold, pred]) {
  const left = {both: [], gold: [], pred: []};
  for (const [one, other, earned, a, b] of list) {
    const text = one || other, kind = one && other ? "both" : one ? "gold" : "pred";
    const said = other !== 1 && kind === "both" && other !== one ? `${escape(one)} ≈ ${escape(other)}` : escape(text);
    const count = kind === "both" ? a > 1 || b > 1 ? `${number(a)} : ${number(b)}` : earned !== 1 ? earned.toFixed(2) : "" : a > 1 || b > 1 ? "×" + number(a || b) : "";
    left[kind].push(`<li><code>${said}</code>${count && ` <b>${count}</b>`}</li>`);
  }
  return '<div class="bags">' + [["gold", "only in " + gold], ["both", "in both"], ["pred", "only in " + pred]]
    .map(([kind, title]) => `<div class="${kind}"><h4>${escape(title)} <b>${left[kind].length}</b></h4><ul>${left[kind].join("")}</ul></div>`).join("") + "</div>";
}

// Nodes of the gold on the left, of the prediction on the right; a line is as wide as its flow.
function moves(list) {
  const sides = [0, 1].map(k => [...new Set(list.map(part => part[k]))]), high = 24, wide = 190, right = 560;
  const y = (side, name) => 14 + high * sides[side].indexOf(name), most = Math.max(...list.map(part => part[2]));
  const box = (side, x) => sides[side].map(name => `<g class="n ${SIDES[side]}"><title>${escape(name)}</title><rect x="${x}" y="${y(side, name) - 9}" width="${wide}" height="18" rx="4"/><text x="${x + wide / 2}" y="${y(side, name) + 4}">${escape(short(name))}</text></g>`).join("");
  const lines = list.map(([one, other, flow, alike]) => `<path class="${alike > .999999 ? "free" : "paid"}" stroke-width="${(1 + 9 * flow / most).toFixed(1)}" d="M${wide} ${y(0, one)}C${right / 2} ${y(0, one)} ${right / 2} ${y(1, other)} ${right - wide} ${y(1, other)}">` +
    `<title>${escape(one)} → ${escape(other)}: flow ${flow.toFixed(3)} × cost ${(1 - alike).toFixed(3)} = ${(flow * (1 - alike)).toFixed(4)}</title></path>`).join("");
  const dear = list.map(p => [...p, p[2] * (1 - p[3])]).filter(p => p[4] > 1e-9).sort((p, q) => q[4] - p[4]);
  return `<div class="look"><div class="map" tabindex="0"><svg class="graph flows" role="img" aria-label="flows between nodes" viewBox="0 0 ${right} ${high * Math.max(...sides.map(s => s.length)) + 6}" data-w="${right}px">${lines}${box(0, 0)}${box(1, right - wide)}</svg></div>` +
    `<table class="costs"><thead><tr><th>from</th><th>to</th><th class="n">flow</th><th class="n">cost</th><th class="n">lost</th></tr></thead><tbody>` +
    dear.map(([one, other, flow, alike, lost]) => `<tr><td><code>${escape(one)}</code></td><td><code>${escape(other)}</code></td><td class="n">${flow.toFixed(3)}</td><td class="n">${(1 - alike).toFixed(3)}</td><td class="n">${(100 * lost).toFixed(2)}</td></tr>`).join("") +
    `</tbody><tfoot><tr><th colspan="4">lost in all</th><td class="n">${(100 * dear.reduce((x, p) => x + p[4], 0)).toFixed(2)}</td></tr></tfoot></table></div>`;
}
