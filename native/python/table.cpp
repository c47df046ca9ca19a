#include "python/table.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>

namespace tertium::python {

nb::tuple to_tuple(std::span<const double> numbers) {
    nb::tuple tuple = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(numbers.size())));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(i), PyFloat_FromDouble(numbers[i]));
    return tuple;
}

namespace {

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
    if (flags & PyBUF_WRITABLE) {
        PyErr_SetString(PyExc_BufferError, "a table of statistics is read-only");
        return -1;
    }
    const Table* table = nb::inst_ptr<Table>(nb::handle(self));
    constexpr auto size = static_cast<Py_ssize_t>(sizeof(double));
    table->shape[0] = static_cast<Py_ssize_t>(table->rows);
    table->shape[1] = static_cast<Py_ssize_t>(table->columns);
    table->strides[0] = table->shape[1] * size;
    table->strides[1] = size;
    static char format[] = "d";
    view->buf = const_cast<double*>(table->values.data());
    view->obj = Py_NewRef(self);
    view->len = static_cast<Py_ssize_t>(table->values.size()) * size;
    view->itemsize = size;
    view->readonly = 1;
    view->ndim = 2;
    view->format = flags & PyBUF_FORMAT ? format : nullptr;
    view->shape = table->shape;
    view->strides = table->strides;
    view->suboffsets = nullptr;
    view->internal = nullptr;
    return 0;
}

PyType_Slot slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&get_buffer)}, {0, nullptr}};

void make_table(Table* self, const std::vector<std::vector<double>>& rows, std::size_t columns) {
    for (const auto& row : rows)
        if (row.size() != columns) throw std::invalid_argument("a row has the wrong length");
    new (self) Table(rows.size(), columns);
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::copy(rows[i].begin(), rows[i].end(), self->row(i).begin());
}

nb::tuple get_row(const Table& table, Py_ssize_t row) {
    const auto rows = static_cast<Py_ssize_t>(table.rows);
    if (row < -rows || row >= rows) throw nb::index_error("there is no such row");
    return to_tuple(table.row(static_cast<std::size_t>(row < 0 ? row + rows : row)));
}

// Row after row, so that sums of fractions do not depend on the machine.
nb::tuple sum(const Table& table) {
    std::vector<double> sums(table.columns);
    for (std::size_t i = 0; i < table.rows; ++i)
        for (std::size_t k = 0; k < table.columns; ++k) sums[k] += table.row(i)[k];
    return to_tuple(sums);
}

Table take(const Table& table, const std::vector<std::size_t>& rows) {
    Table taken(rows.size(), table.columns);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i] >= table.rows) throw nb::index_error("there is no such row");
        std::copy_n(table.row(rows[i]).begin(), table.columns, taken.row(i).begin());
    }
    return taken;
}

nb::list to_rows(const Table& table) {
    nb::list rows;
    for (std::size_t i = 0; i < table.rows; ++i) rows.append(nb::list(to_tuple(table.row(i))));
    return rows;
}

}  // namespace

void bind_table(nb::module_& m) {
    nb::class_<Table>(m, "Table", nb::type_slots(slots))
        .def("__init__", &make_table, "rows"_a, "columns"_a,
             nb::sig("def __init__(self, rows: Sequence[Sequence[float]], columns: int) -> None"))
        .def("__len__", [](const Table& t) { return t.rows; })
        .def("row", &get_row, "row"_a, nb::sig("def row(self, row: int) -> tuple[float, ...]"))
        .def("sum", &sum, nb::sig("def sum(self) -> tuple[float, ...]"))
        .def("take", &take, "rows"_a, nb::sig("def take(self, rows: Sequence[int]) -> Table"))
        .def("tolist", &to_rows, nb::sig("def tolist(self) -> list[list[float]]"));
}

}  // namespace tertium::python
