// The list: filtered by one line of terms, sorted, drawn in pieces as one scrolls.
const {keys, names, sides, metrics, base, edits: baseName, classes, rows} = JSON.parse($("#index").textContent);
const list = $("#list"), box = $("#filter"), order = $("#sort"), chosen = $("#metric"), PIECE = 60;
let found = [], drawn = 0, lines = null;

// A line for each sentence, unpacked once, parsed when it is opened.
const unpacked = (async () => {
  const bytes = Uint8Array.from(atob($("#pairs").textContent.trim()), c => c.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  return lines = text.split("\n");
})();

const metric = () => +chosen.value, value = (r, k, m = metric()) => r[3][k] ? r[3][k][m] : 0;
const known = r => keys.map((_, k) => value(r, k)), mean = r => known(r).reduce((x, y) => x + y, 0) / keys.length;
const apart = r => Math.max(...known(r)) - Math.min(...known(r)), count = r => r[4].reduce((n, bits) => n + bits.toString(2).replaceAll("0", "").length, 0);
const ORDERS = {
  text: () => 0, worst: (a, b) => mean(a) - mean(b), best: (a, b) => mean(b) - mean(a), large: (a, b) => b[2] - a[2],
  small: (a, b) => a[2] - b[2], apart: (a, b) => apart(b) - apart(a), kinds: (a, b) => count(b) - count(a),
};
keys.forEach((_, k) => { ORDERS[k] = (a, b) => value(a, k) - value(b, k); });
classes.forEach((_, c) => { ORDERS["c" + c] = (a, b) => having(b, c) - having(a, c) || mean(a) - mean(b); });
const having = (r, c) => r[4].filter(bits => bits & 1 << c).length;
const split = () => box.value.split(/\s+/).filter(Boolean), pane = item => $(".pair", item);

// A term is a word, a class (:role, camr:role) or a comparison (camr<50, camr.wlk>=70, size>20, apart>30).
function test(term) {
  let hit = /^(.+?)([<>])(=?)([\d.]+)$/.exec(term);
  if (hit) {
    const [, name, op, or, n] = hit, k = keys.indexOf(name), m = metrics.findIndex(x => name.endsWith("." + x)), s = m < 0 ? -1 : keys.indexOf(name.slice(0, -metrics[m].length - 1));
    const of = k >= 0 ? r => value(r, k) : s >= 0 ? r => value(r, s, m) : {size: r => r[2], apart, mean, kinds: count}[name];
    if (of) return r => (op === "<" ? of(r) < n : of(r) > n) || or && of(r) === +n;
  }
  hit = /^(.*):([\w-]+)$/.exec(term);
  const c = hit ? classes.indexOf(hit[2]) : -1, k = hit ? keys.indexOf(hit[1]) : -1;
  if (c >= 0 && (k >= 0 || !hit[1])) return r => k < 0 ? having(r, c) : r[4][k] & 1 << c;
  const low = term.toLowerCase();
  return (r, i) => r[1].toLowerCase().includes(low) || r[0].toLowerCase().includes(low) || lines?.[i].toLowerCase().includes(low);
}

function update() {
  const terms = split(), tests = terms.map(test);
  found = [...rows.keys()].filter(i => tests.every(t => t(rows[i], i)));
  found.sort((a, b) => ORDERS[order.value](rows[a], rows[b]) || a - b);
  list.replaceChildren();
  drawn = 0;
  more();
  $("#count").textContent = `${found.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")}`;
  for (const b of $$("[data-term]")) b.setAttribute("aria-pressed", b.dataset.term.split(" ").every(t => terms.includes(t)));
  for (const f of $$("[data-metric]")) f.hidden = +f.dataset.metric !== metric();
  save();
}

function more() {
  const m = metric(), from = list.children.length;
  list.insertAdjacentHTML("beforeend", found.slice(drawn, drawn += PIECE).map(i => {
    const r = rows[i], best = apart(r) && Math.max(...known(r));
    const bars = keys.map((_, k) => {
      const v = value(r, k), lost = m === base ? r[5][k] : 0, rest = m === base ? 100 - v - lost : 0;
      return `<span data-s="${escape(names[k])}"${v === best ? ' class="w"' : ""}><svg viewBox="0 0 100 6" preserveAspectRatio="none"><path class="all" d="M0 3h100"/><path class="f" d="M0 3h${v}"/><path class="g" d="M${v} 3h${lost}"/><path class="p" d="M${v + lost} 3h${Math.max(0, rest)}"/></svg><b>${r[3][k] ? v.toFixed(1) : "–"}</b></span>`;
    });
    return `<article data-i="${i}"><button class="line" aria-expanded="false"><span class="id">${escape(r[0])}</span><span class="s">${escape(r[1] || "–")}</span><span class="size">${r[2]}</span><span class="bars">${bars.join("")}</span></button></article>`;
  }).join(""));
  $("#none").hidden = found.length > 0;
}

async function open(item, k, m = metric()) {
  const i = +item.dataset.i, d = JSON.parse((lines || await unpacked)[i])[k], r = rows[i], both = sides[k];
  if (!pane(item)) { item.insertAdjacentHTML("beforeend", '<div class="pair"></div>'); link(pane(item)); }
  const tabs = (list, now, key, of) => list.map((s, n) => `<button class="tab" aria-pressed="${n === now}" data-${key}="${n}">${escape(s)} <b>${of(n)}</b></button>`).join("");
  const show = v => v === undefined ? "–" : v.toFixed(1), other = d.q && m !== base ? d.q[m - (base >= 0 && m > base)] : 0;
  const value = r[3][k] ? r[3][k][m] : 0;
  const head = m === base ? score(d.why ? {m: 0, a: 0, b: 0, u: 0} : d, baseName, both) : `<div class="score"><div class="f1"><b>${value.toFixed(2)}</b><span>${escape(metrics[m])}</span></div></div>`;
  pane(item).innerHTML = `<p class="snt">${escape(r[1])}</p><div class="tabs" role="group" aria-label="pair">${tabs(names, k, "k", n => show(r[3][n]?.[m]))}</div>` +
    (metrics.length > 1 ? `<div class="tabs" role="group" aria-label="metric">${tabs(metrics, m, "m", n => show(r[3][k]?.[n]))}</div>` : "") +
    (d.why ? `<p class="none">${escape(d.why)}</p>` : head + (m === base ? "" : other ? parts(other, both) : `<p class="none">${escape(metrics[m])} does not say which parts of the graphs it counts.</p>`) +
      (m === base ? "" : `<h3 class="by">Edits, by ${escape(baseName)}</h3>`) + look(d, both) + texts(d, both));
  sized(pane(item));
  item.firstChild.setAttribute("aria-expanded", true);
  item.dataset.k = k;
  item.dataset.m = m;
  save(item);
}

function close(item) {
  pane(item).remove();
  item.firstChild.setAttribute("aria-expanded", false);
  save();
}

// The address holds the filter, the order and the open pair, so that a view can be sent to others.
function save(item) {
  const state = new URLSearchParams({q: box.value, sort: order.value, metric: metrics[metric()]});
  if (item) { state.set("id", rows[item.dataset.i][0]); state.set("pair", keys[item.dataset.k]); state.set("by", metrics[item.dataset.m]); }
  history.replaceState(null, "", "#" + state);
}

async function load() {
  const state = new URLSearchParams(location.hash.slice(1)), at = (list, key) => Math.max(0, list.indexOf(state.get(key)));
  box.value = state.get("q") || "";
  order.value = state.get("sort") in ORDERS ? state.get("sort") : "text";
  chosen.value = state.has("metric") ? at(metrics, "metric") : Math.max(0, base);
  if (box.value) await unpacked;
  const [id, k, m] = [state.get("id"), at(keys, "pair"), at(metrics, "by")];
  update();
  const place = id === null ? -1 : found.findIndex(i => rows[i][0] === id);
  if (place < 0) return;
  while (drawn <= place) more();
  await open(list.children[place], k, m);
  list.children[place].scrollIntoView();
}

list.addEventListener("click", async event => {
  const item = event.target.closest("article"), tab = event.target.closest(".tab");
  if (tab) {
    const {k = item.dataset.k, m = item.dataset.m} = tab.dataset;
    await open(item, +k, +m);
    $(tab.dataset.k ? `[data-k="${k}"]` : `[data-m="${m}"]`, pane(item)).focus();
  } else if (event.target.closest(".line")) pane(item) ? close(item) : open(item, +(item.dataset.k || 0));
});
document.addEventListener("click", event => {
  const button = event.target.closest("[data-term]");
  if (!button) return;
  const mine = button.dataset.term.split(" "), terms = split();
  box.value = (mine.every(t => terms.includes(t)) ? terms.filter(t => !mine.includes(t)) : [...terms, ...mine]).join(" ");
  update();
});
let wait;
box.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(() => unpacked.then(update), 120); });
for (const select of [order, chosen]) select.addEventListener("change", update);
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = event.key;
  if (event.target === box && (key === "Escape" || key === "Enter")) { event.preventDefault(); $(".line", list)?.focus(); return; }
  if (event.target.matches("input, select")) return;
  const here = document.activeElement.closest?.("article"), shown = here && pane(here);
  if (key === "/") { event.preventDefault(); box.focus(); box.select(); }
  else if (key === "j" || key === "k") {
    let next = here ? key === "j" ? here.nextElementSibling : here.previousElementSibling : list.firstElementChild;
    if (!next && key === "j" && drawn < found.length) { more(); next = here.nextElementSibling; }
    next?.firstChild.focus({preventScroll: true});
    next?.scrollIntoView({block: "nearest"});
  } else if (shown && key === "Escape") { close(here); here.firstChild.focus(); }
  else if (shown) {
    const k = key === "s" ? (+here.dataset.k + 1) % keys.length : key > "0" && key <= "9" ? key - 1 : +here.dataset.k;
    const m = key === "m" ? (+here.dataset.m + 1) % metrics.length : +here.dataset.m;
    if ((k !== +here.dataset.k || m !== +here.dataset.m) && k < keys.length) open(here, k, m).then(() => here.firstChild.focus({preventScroll: true}));
  }
});
addEventListener("hashchange", load);
new IntersectionObserver(seen => { if (seen[0].isIntersecting && drawn < found.length) more(); }, {rootMargin: "800px"}).observe($("#end"));
for (const x of $$(".only-script")) x.hidden = false;
load();
