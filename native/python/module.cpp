#include "python/bindings.hpp"

NB_MODULE(_native, m) {
    using namespace tertium::python;
    // A graph that outlives the interpreter, in a daemon thread say, does not concern the user.
    nb::set_leak_warnings(false);
    m.doc() = "The native core of Tertium: reading, standard forms, alignment.";
    bind_graph(m);
    bind_texts(m);
    bind_standard(m);
    bind_similarity(m);
    bind_table(m);
    bind_align(m);
    bind_alignment(m);
    bind_credits(m);
    bind_features(m);
    bind_wasserstein(m);
    bind_accord(m);
    bind_drawing(m);
    bind_search(m);
    bind_grid(m);
}
