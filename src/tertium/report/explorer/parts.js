// What a metric other than that of the edits counts: [kind, parts, how many are left out]. A part is
// [text in the gold, in the prediction (0: not there, 1: the same), earned, count in the gold, in the
// prediction]; a move has [.., .., flow, similarity] instead.
const KINDS = {"k-gram": "K-grams", feature: "Features, and the points of those in both", triple: "Triples, and what each earns", move: "Moved nodes: flow × cost"};

function parts([kind, list, more], names) {
  return `<section class="parts"><h3>${KINDS[kind] || escape(kind)}</h3>${kind === "move" ? moves(list) : bags(list, names, kind)}${more ? `<p class="note">${more} more not listed.</p>` : ""}</section>`;
}

function bags(list, [gold, pred], kind) {
  const bags = [["gold", "only in " + gold, []], ["both", "in both", []], ["pred", "only in " + pred, []]];
  for (const [one, other, earned = 1, a = 1, b = 1] of list) {
    const both = one && other, count = a > 1 || b > 1 ? both ? `${number(a)} : ${number(b)}` : "×" + number(a || b) : both && kind === "feature" ? (100 * earned).toFixed(1) : both && earned !== 1 ? earned.toFixed(2) : "";
    bags[both ? 1 : one ? 0 : 2][2].push(`<li><code>${escape(both && other !== 1 && one !== other ? `${one} ≈ ${other}` : one || other)}</code>${count && ` <b>${count}</b>`}</li>`);
  }
  return `<div class="bags">${bags.map(([side, title, items]) => `<div class="${side}"><h4>${escape(title)} <b>${items.length}</b></h4><ul>${items.join("")}</ul></div>`).join("")}</div>`;
}

// Nodes of the gold on the left, of the prediction on the right; a line is as wide as its flow, and
// the stronger its colour, the more it costs.
function moves(list) {
  const sides = [0, 1].map(k => [...new Set(list.map(part => part[k]))]), wide = 190, right = 560, middle = right / 2, most = Math.max(...list.map(part => part[2]));
  const y = (side, name) => 14 + 24 * sides[side].indexOf(name), costs = list.map(([one, other, flow, alike]) => [one, other, flow, 1 - alike, 100 * flow * (1 - alike)]);
  const boxes = [0, 1].flatMap(side => sides[side].map(name => {
    const x = side * (right - wide), at = y(side, name);
    return `<g class="n"><title>${escape(name)}</title><rect x="${x}" y="${at - 9}" width="${wide}" height="18" rx="4"/><text x="${x + wide / 2}" y="${at + 4}">${escape(short(name))}</text></g>`;
  }));
  const lines = costs.map(([one, other, flow, cost]) => {
    const [from, to] = [y(0, one), y(1, other)];
    return `<path class="${cost > 1e-6 ? "paid" : ""}" data-w="${1 + 7 * flow / most}" stroke-opacity="${.3 + .7 * cost}" d="M${wide} ${from}C${middle} ${from} ${middle} ${to} ${right - wide} ${to}"/>`;
  });
  const rows = costs.filter(p => p[4] > 1e-6).sort((p, q) => q[4] - p[4]).map(([one, other, ...numbers]) => `<tr>${[one, other].map(x => `<td><code>${escape(short(x))}</code></td>`).join("")}${numbers.map((x, k) => `<td class="n">${x.toFixed(k > 1 ? 2 : 3)}</td>`).join("")}</tr>`);
  const sum = costs.reduce((x, p) => x + p[4], 0).toFixed(2);
  return `<div class="look"><div class="map" tabindex="0"><svg class="graph flows" role="img" viewBox="0 0 ${right} ${24 * Math.max(...sides.map(s => s.length)) + 6}" data-w="${right}px">${lines.join("")}${boxes.join("")}</svg></div>` +
    `<div class="wide"><table class="costs"><thead><tr><th>from<th>to<th class="n">flow<th class="n">cost<th class="n">lost</thead><tbody>${rows.join("")}</tbody><tfoot><tr><th colspan="4">total<td class="n">${sum}</tfoot></table></div></div>`;
}
