// The page of one pair.
const {d, names, label} = JSON.parse($("#data").textContent), root = $("#pair");
root.innerHTML = score(d.h, label, names) + look(d, names) + texts(d, names);
sized(root);
link(root);
