#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/penman.hpp"
#include "python/bindings.hpp"
#include "python/held.hpp"
#include "python/interruptibly.hpp"

namespace tertium::python {

namespace {

// A string of Python as UTF-8, which its graph keeps. One that cannot be encoded is empty, and so
// is what is not a string.
SharedText share(nb::handle text) {
    if (!PyUnicode_Check(text.ptr())) return {nullptr, {}};
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) {
        PyErr_Clear();
        return {nullptr, {}};
    }
    const auto give_back = [](PyObject* object) {
        const nb::gil_scoped_acquire acquire;
        Py_DECREF(object);
    };
    return {std::shared_ptr<PyObject>(text.inc_ref().ptr(), give_back),
            std::string_view(bytes, static_cast<std::size_t>(size))};
}

// The graph of a text, if it holds one and nothing else.
std::optional<PackedGraph> only_graph(PenmanReader& reader, const SharedText& text) {
    std::optional<PackedGraph> graph;
    std::size_t entries = 0;
    reader.read(text, [&](Entry&& entry) {
        graph.reset();
        if (++entries == 1 && entry.ok) graph = std::move(entry.graph);
    });
    return graph;
}

nb::list read_texts(nb::sequence texts, int threads) {
    std::vector<SharedText> shared;
    shared.reserve(nb::len(texts));
    for (nb::handle text : texts) shared.push_back(share(text));
    std::vector<std::optional<PackedGraph>> graphs(shared.size());
    interruptibly([&](Interruption* interruption) {
        const auto make = [&] {
            return [&, reader = PenmanReader()](std::size_t i) mutable {
                graphs[i] = only_graph(reader, shared[i]);
            };
        };
        parallel_for(graphs.size(), threads, make, interruption);
    });
    nb::list list;
    const nb::object type = graph_type();
    for (std::optional<PackedGraph>& graph : graphs)
        list.append(graph ? hold(std::move(*graph), type) : nb::object(nb::none()));
    return list;
}

}  // namespace

void bind_texts(nb::module_& m) {
    m.def(
        "read_texts", &read_texts, "texts"_a, "threads"_a,
        nb::sig("def read_texts(texts: Sequence[object], threads: int) -> list[GraphCore | None]"));
}

}  // namespace tertium::python
