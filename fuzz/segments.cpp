// Segments of an index, some numbers of which were changed and whose header fits again: everything that
// is done with a segment gives an answer or throws DamagedSegment, and reads nothing outside of it. In a
// segment that was not changed, each graph finds itself first.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

#include "features/ngrams.hpp"
#include "graph/penman.hpp"
#include "graphs.hpp"
#include "search/nearest.hpp"
#include "search/postings.hpp"
#include "support/hash.hpp"

using namespace tertium;
using fuzz::require;

namespace {

constexpr const char* texts[] = {
    "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))",
    "(w / want-01 :ARG0 (b / boy :mod (t / tall)) :polarity -)",
    "(a / and :op1 (c / cat) :op2 (d / dog :ARG0 d) :op2 d)",
    "(c / city :name (n / name :op1 \"Rome\") :ARG0-of (b / be-01))",
    "(b / boy)",
};
constexpr std::size_t orders = 3;

/// Memory that begins where a mapped file would and ends with the segment, so that the sanitizer sees
/// every step outside of it.
class Mapped {
  public:
    explicit Mapped(const std::vector<std::byte>& bytes)
        : size_(bytes.size()),
          memory_(static_cast<std::byte*>(::operator new(size_, std::align_val_t(64)))) {
        if (size_ != 0) std::memcpy(memory_, bytes.data(), size_);
    }
    ~Mapped() { ::operator delete(memory_, std::align_val_t(64)); }
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;
    std::span<const std::byte> bytes() const { return {memory_, size_}; }

  private:
    std::size_t size_;
    std::byte* memory_;
};

struct World {
    std::vector<PackedGraph> graphs;
    std::vector<Document> documents;
    std::vector<std::vector<Feature>> features;
    std::vector<std::byte> sketches, postings;

    World() {
        for (const char* text : texts) graphs.push_back(std::move(read_penman(text)[0].graph));
        GramCounter counter{GramOptions()};
        std::vector<double> totals;
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            documents.push_back({&graphs[i], "id" + std::to_string(i), texts[i]});
            features.emplace_back();
            const auto grams = counter.list(graphs[i]);
            for (std::uint32_t order = 0; order < orders; ++order) {
                const auto& list = order < grams.size() ? grams[order] : std::vector<std::string>();
                for (const std::string& gram : list)
                    features.back().push_back({feature_key(gram, order + 1), order, 1.0});
                totals.push_back(static_cast<double>(list.size()));
            }
            merge_features(features.back());
        }
        sketches = write_sketches(documents, Convention(), nullptr);
        postings = write_postings(documents, features, totals, orders);
    }
};

const World& world() {
    static const World only;
    return only;
}

AlignerOptions options() {
    AlignerOptions options;
    options.budget = 50;
    options.canonical = false;
    return options;
}

/// Change some numbers, to extreme values or by little; tell whether anything is another.
bool change(fuzz::Bytes& input, std::vector<std::byte>& data) {
    constexpr std::uint64_t extreme[] = {0, 1, 2, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF,
                                         ~std::uint64_t{0} >> 1, ~std::uint64_t{0}};
    const std::vector<std::byte> before = data;
    for (unsigned changes = input.below(5); changes > 0; --changes) {
        const std::size_t width = std::size_t{1} << input.below(4);
        const std::size_t place = (input.below(256) << 8 | input.below(256)) % (data.size() / width) * width;
        std::uint64_t value = 0;
        std::memcpy(&value, data.data() + place, width);
        const unsigned kind = input.below(16);
        if (kind < std::size(extreme))
            value = extreme[kind];
        else
            value += input.below(256) - std::uint64_t{128};
        std::memcpy(data.data() + place, &value, width);
    }
    const bool cut = input.below(32) == 31;
    if (cut) data.resize((input.below(256) << 8 | input.below(256)) % data.size());
    return cut || data != before;
}

/// Give the header the checksum and the length that it should have.
void mend(std::vector<std::byte>& data) {
    if (data.size() < sizeof(SegmentHeader)) return;
    SegmentHeader header;
    std::memcpy(&header, data.data(), sizeof header);
    header.length = data.size();
    header.checksum =
        hash_string({reinterpret_cast<const char*>(&header), offsetof(SegmentHeader, checksum)});
    std::memcpy(data.data(), &header, sizeof header);
}

template <class Action>
void attempt(bool changed, Action action) {
    try {
        action();
    } catch (const DamagedSegment&) {
        require(changed);
    }
}

void check_value(double value) { require(value >= 0 && value <= 1); }

/// What a segment of any kind has.
void read_catalogue(const Segment& segment, bool changed) {
    attempt(changed, [&] {
        const Texts ids = segment.ragged_per_graph<char>(Section::id_begin, Section::ids);
        for (std::size_t i = 0; i < ids.size(); ++i) hash_string(text_at(ids, i));
    });
    attempt(changed, [&] {
        const Texts all = segment.ragged_per_graph<char>(Section::text_begin, Section::texts);
        for (std::size_t i = 0; i < all.size(); ++i) read_penman(text_at(all, i));
    });
    attempt(changed, [&] { segment.per_graph<std::uint32_t>(Section::positions); });
    segment.checksum();
}

/// All graphs of one segment among those of another: the nearest, and those within a value.
void look(const Segment& queries, const Segment& segment, bool changed, int self) {
    attempt(changed, [&] {
        const Sketches asked(queries), there(segment);
        const std::vector<Volume> volumes{{&there, {}}};
        std::vector<std::vector<std::uint32_t>> numbers(1);
        if (self < 0) numbers[0] = asked.numbers_in(there);
        NeighbourSearch search(asked, volumes, numbers, options());
        for (std::size_t i = 0; i < std::min<std::size_t>(asked.size(), 8); ++i) {
            const auto nearest = search.nearest(i, 3, 0, self);
            const auto within = search.within(i, 0.3, self);
            if (changed) continue;  // of such a segment, nothing can be said
            require(nearest.size() == std::min<std::size_t>(3, there.size() - (self < 0 ? 0 : 1)));
            require(self >= 0 || (nearest[0].graph == i && nearest[0].value == 1));
            for (const Neighbour& one : nearest) check_value(one.value);
            for (const Neighbour& one : within) require(one.value >= 0.3 && one.value <= 1);
        }
    });
}

/// As a collection, as queries, or as both; who is asked for itself finds itself.
void check_sketches(const Segment& segment, bool changed, unsigned way) {
    static const Mapped whole(world().sketches);
    static const Segment known(whole.bytes());
    switch (way) {
        case 0:
            return look(known, segment, changed, -1);
        case 1:
            return look(segment, known, changed, -1);
        default:
            return look(segment, segment, changed, 0);
    }
}

void check_postings(const Segment& segment, bool changed) {
    attempt(changed, [&] { totals_of(segment); });
    attempt(changed, [&] {
        totals_of(segment);
        const Postings postings(segment);
        std::vector<double> sums;
        std::vector<std::uint32_t> touched;
        for (std::size_t i = 0; i < world().features.size(); ++i)
            for (const Sharing sharing : {Sharing::lesser, Sharing::product}) {
                postings.share(world().features[i], sharing, orders, sums, touched);
                for (const std::uint32_t graph : touched) require(graph < segment.graphs());
                if (!changed) require(std::count(touched.begin(), touched.end(), i) == 1);
            }
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes input(data, size);
    std::vector<std::byte> bytes = input.below(2) == 0 ? world().sketches : world().postings;
    const unsigned way = input.below(3);
    const bool changed = change(input, bytes);
    mend(bytes);
    const Mapped mapped(bytes);
    attempt(changed, [&] {
        const Segment segment(mapped.bytes());
        read_catalogue(segment, changed);
        check_sketches(segment, changed || segment.kind() != SegmentKind::alignment, way);
        check_postings(segment, changed || segment.kind() != SegmentKind::features);
    });
    return 0;
}
