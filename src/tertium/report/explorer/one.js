// The page of one pair.
const {d, names, label} = JSON.parse($("#data").textContent), root = $("#pair");
root.innerHTML = score(d.h, label, names) + look(d, names) + texts(d, names);
if (d.h[0] === null) valueAlone();
sized(root);
link(root);

// A metric that matches no triples has a value alone, and some have edits without costs.
function valueAlone() {
  const value = points(d.h[1], d.h[2]), total = $(".total", root);
  $(".score", root).innerHTML = `<div class="f1"><b>${value}</b><span>${escape(label)}</span></div>`;
  if (!d.x.some(x => x[3])) for (const x of $$(".cost, .rule, .total", root)) x.remove();
  else total.innerHTML = `<span>total 100 · (1 − ${(value / 100).toFixed(4)})</span><b>${(100 - value).toFixed(2)}</b>`;
}
