// The list: filtered by one line of terms, sorted, drawn in pieces as one scrolls.
// A row is [id, sentence, size, values of each pair under each metric, what each class of edits costs each pair,
// lost to the gold].
const {keys, names, sides, metrics, base, edits: by, classes, rows} = JSON.parse($("#index").textContent);
const list = $("#list"), box = $("#filter"), order = $("#sort"), chosen = $("#metric");
let found = [], drawn = 0, lines;

// For each part of a pair a line for each sentence; unpacked once the list is there, parsed when a
// sentence is opened.
const unpacked = (async () => {
  await new Promise(setTimeout);
  const text = atob($("#pairs").textContent), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  lines = (await new Response(stream).text()).split("\n");
})();

const value = (r, k, m = +chosen.value) => r[3][k] ? r[3][k][m] : 0, known = r => keys.map((_, k) => value(r, k));
const total = list => list.reduce((x, y) => x + y, 0), mean = r => total(known(r)) / keys.length, apart = r => Math.max(...known(r)) - Math.min(...known(r));
const cost = (r, c) => total(r[4].map(costs => costs[c] || 0)), kinds = r => total(r[4].map(costs => Object.keys(costs).length));
const ORDERS = {
  text: () => 0, worst: mean, large: r => -r[2], apart: r => -apart(r), kinds: r => -kinds(r),
  ...Object.fromEntries([...keys.map((_, k) => [k, r => value(r, k)]), ...classes.map((_, c) => ["c" + c, r => -cost(r, c)])]),
};
const split = () => box.value.split(/\s+/).filter(Boolean), pane = item => $(".pair", item);

// A term is a word, a class (:role, camr:role) or a comparison (camr<50, camr.wlk>=70, :role>5, size>20, apart>30).
function test(term) {
  const [, name, op, or, n] = /^(.+?)([<>])(=?)([\d.]+)$/.exec(term) || [], [, key, kind] = /^(.*):([\w-]+)$/.exec(name || term) || [], c = classes.indexOf(kind), s = keys.indexOf(key);
  let of = {size: r => r[2], apart, mean, kinds}[name];
  keys.forEach((key, k) => { if (key === name) of = r => value(r, k); metrics.forEach((label, m) => { if (`${key}.${label}` === name) of = r => value(r, k, m); }); });
  if (c >= 0 && (s >= 0 || !key)) of = r => s < 0 ? cost(r, c) : r[4][s][c] || 0;
  if (of) return r => !op ? of(r) : (op === "<" ? of(r) < n : of(r) > n) || or && of(r) === +n;
  const low = term.toLowerCase();
  return (r, i) => [r[0], r[1], lines?.[rows.length + i]].some(text => text?.toLowerCase().includes(low));
}

function update() {
  const terms = split(), tests = terms.map(test), rank = rows.map(ORDERS[order.value]);
  found = [...rows.keys()].filter(i => tests.every(t => t(rows[i], i))).sort((a, b) => rank[a] - rank[b] || a - b);
  list.replaceChildren();
  drawn = 0;
  more();
  $("#none").hidden = found.length;
  $("#count").textContent = `${found.length} of ${rows.length}`;
  for (const b of $$("[data-term]")) b.setAttribute("aria-pressed", b.dataset.term.split(" ").every(t => terms.includes(t)));
  save();
}

function more() {
  list.insertAdjacentHTML("beforeend", found.slice(drawn, drawn += 60).map(i => {
    const r = rows[i], best = apart(r) && Math.max(...known(r)), own = +chosen.value === base, bars = known(r).map((v, k) => {
      const lost = own ? r[5][k] : 0;
      return `<span data-s="${escape(names[k])}"${v === best ? ' class="w"' : ""}><svg viewBox="0 0 100 6" preserveAspectRatio="none"><path class="${own ? "p" : "all"}" d="M${v} 3H100"/><path class="g" d="M${v} 3h${lost}"/><path class="f" d="M0 3h${v}"/></svg><b>${r[3][k] ? v.toFixed(1) : "–"}</b></span>`;
    });
    return `<article data-i="${i}"><button class="entry" aria-expanded="false"><span class="id">${escape(r[0])}</span><span class="s" dir="auto">${escape(r[1]) || "–"}</span><span class="size">${r[2]}</span><span class="bars">${bars.join("")}</span></button></article>`;
  }).join(""));
}

async function open(item, k, m = +chosen.value) {
  await unpacked;
  const i = +item.dataset.i, d = {}, r = rows[i], both = sides[k], show = v => v?.toFixed(1) ?? "–";
  [..."hnexrq"].forEach((part, n) => { d[part] = JSON.parse(lines[n * rows.length + i])[k]; });
  const tabs = (list, now, key, of) => `<div class="tabs" role="group">${list.map((s, n) => `<button class="tab" aria-pressed="${n === now}" data-${key}="${n}">${escape(s)} <b>${show(of(n))}</b></button>`).join("")}</div>`;
  const said = () => {
    if (typeof d.h === "string") return `<p class="none">${escape(d.h)}</p>`;
    if (m === base) return score(d.h, by, both);
    const other = d.q[m - (base >= 0 && m > base)];
    return `<div class="score"><div class="f1"><b>${value(r, k, m).toFixed(2)}</b><span>${escape(metrics[m])}</span></div></div>` +
      (other ? parts(other, both) : `<p class="none">${escape(metrics[m])} does not say which parts of the graphs it counts.</p>`) + `<h3 class="by">Edits, by ${escape(by)}</h3>`;
  };
  if (!pane(item)) { item.insertAdjacentHTML("beforeend", '<div class="pair"></div>'); link(pane(item)); }
  pane(item).innerHTML = `<p class="snt" dir="auto">${escape(r[1])}</p>${tabs(names, k, "k", n => r[3][n]?.[m])}${metrics.length > 1 ? tabs(metrics, m, "m", n => r[3][k]?.[n]) : ""}${said()}${d.n ? look(d, both) + texts(d, both) : ""}`;
  sized(pane(item));
  item.firstChild.setAttribute("aria-expanded", true);
  Object.assign(item.dataset, {k, m});
  save(item);
}

function close(item) {
  pane(item).remove();
  item.firstChild.setAttribute("aria-expanded", false);
  save();
}

// The address holds the filter, the order and the open pair, so that a view can be sent to others.
function save(item) {
  const {i, k, m} = item?.dataset || {}, view = {q: box.value, sort: order.value, metric: metrics[chosen.value]};
  history.replaceState(null, "", "#" + new URLSearchParams(item ? {...view, id: rows[i][0], pair: keys[k], by: metrics[m]} : view));
}

async function load() {
  const view = new URLSearchParams(location.hash.slice(1)), at = (list, name, other) => Math.max(0, view.has(name) ? list.indexOf(view.get(name)) : other);
  box.value = view.get("q") || "";
  order.value = view.get("sort");
  if (!order.value) order.value = "text";
  chosen.value = at(metrics, "metric", base);
  if (box.value) await unpacked;
  update();
  const place = found.findIndex(i => rows[i][0] === view.get("id"));
  if (place < 0) return;
  while (drawn <= place) more();
  await open(list.children[place], at(keys, "pair", 0), at(metrics, "by", base));
  list.children[place].scrollIntoView();
}

const on = (what, name, does) => what.addEventListener(name, does);
on(list, "click", async ({target}) => {
  const item = target.closest("article"), tab = target.closest(".tab");
  if (tab) {
    const {k, m} = {...item.dataset, ...tab.dataset};
    await open(item, +k, +m);
    $(tab.dataset.k ? `[data-k="${k}"]` : `[data-m="${m}"]`, pane(item)).focus();
  } else if (target.closest(".entry")) pane(item) ? close(item) : open(item, +(item.dataset.k || 0));
});
// A column of a table is sorted from high to low, words from a to z; then the other way round.
const heads = $$(".card thead th");
for (const head of heads) head.tabIndex = 0;
function sort(head) {
  const body = head.closest("table").tBodies[0], all = [...body.rows], text = row => row.cells[head.cellIndex].textContent, of = row => parseFloat(text(row).replace("<", "").replace("−", "-"));
  const up = (head.ariaSort || (all.some(of) ? "" : "z")) < "d" ? -1 : 1;
  for (const other of $$("th", head.parentNode)) other.ariaSort = null;
  head.ariaSort = up > 0 ? "ascending" : "descending";
  body.append(...all.sort((a, b) => up * (of(a) - of(b) || text(a).localeCompare(text(b)))));
}
const toggle = ({target}) => {
  const button = target.closest("[data-term]"), mine = button?.dataset.term.split(" "), terms = split();
  if (heads.includes(target)) sort(target);
  if (!button) return;
  box.value = (mine.every(t => terms.includes(t)) ? terms.filter(t => !mine.includes(t)) : [...terms, ...mine]).join(" ");
  update();
};
on(document, "click", toggle);
let wait;
on(box, "input", () => { clearTimeout(wait); wait = setTimeout(() => unpacked.then(update), 120); });
for (const select of [order, chosen]) on(select, "change", update);
on(document, "keydown", event => {
  const {key, target} = event, here = target.closest("article"), shown = here && pane(here), [k, m] = shown ? [+here.dataset.k, +here.dataset.m] : [];
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target === box && (key === "Escape" || key === "Enter")) { event.preventDefault(); $(".entry", list)?.focus(); }
  else if (target.matches("input, select")) return;
  else if (key === "Enter" && target.matches("g, th")) toggle(event);
  else if (key === "/") { event.preventDefault(); box.focus(); box.select(); }
  else if (key === "j" || key === "k") {
    if (here && !here.nextElementSibling && drawn < found.length) more();
    const next = here ? key === "j" ? here.nextElementSibling : here.previousElementSibling : list.firstElementChild;
    next?.firstChild.focus({preventScroll: true});
    next?.scrollIntoView({block: "nearest"});
  } else if (shown && key === "Escape") { close(here); here.firstChild.focus(); }
  else if (shown && (key === "s" || key === "m" || keys[key - 1])) {
    const to = key === "s" ? [(k + 1) % keys.length, m] : key === "m" ? [k, (m + 1) % metrics.length] : [key - 1, m];
    open(here, ...to).then(() => here.firstChild.focus({preventScroll: true}));
  }
});
on(window, "hashchange", load);
new IntersectionObserver(seen => { if (seen[0].isIntersecting && drawn < found.length) more(); }, {rootMargin: "800px"}).observe($("#end"));
for (const x of $$(".only-script")) x.hidden = false;
load();
