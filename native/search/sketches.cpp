#include "search/sketches.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "standard/standard.hpp"
#include "support/hash.hpp"
#include "support/index.hpp"
#include "support/symbols.hpp"

namespace tertium {

namespace {

/// Sketches that are being collected, with tokens as they come.
class Collector {
  public:
    explicit Collector(const Convention& convention) : convention_(convention) {}

    void add(const PackedGraph& graph) {
        standardise(graph, convention_, standard_);
        sketcher_.sketch(standard_, convention_.top, sketch_);
        number_variables();
        Histogram histogram;
        Signature signature;
        std::uint32_t size = 0;
        for (const Fact& fact : sketch_.facts) {
            const std::uint32_t token = token_of(sketcher_.text_of(fact), false);
            histogram.add(buckets_[token], static_cast<std::uint32_t>(fact.count));
            signature.add(bits_[token], static_cast<std::uint32_t>(fact.count));
            facts_.push_back({token, small(number_[at(fact.variable)]), small(fact.count)});
            size += static_cast<std::uint32_t>(fact.count);
        }
        for (const Link& link : sketch_.links) {
            const std::uint32_t token = token_of(sketcher_.text_of(link), true);
            histogram.add(buckets_[token], static_cast<std::uint32_t>(link.count));
            links_.push_back({token, small(number_[at(link.source)]),
                              small(number_[at(link.target)]),
                              static_cast<std::uint32_t>(link.count)});
            size += static_cast<std::uint32_t>(link.count);
        }
        fact_end_.push_back(facts_.size());
        link_end_.push_back(links_.size());
        sizes_.push_back(size);
        histograms_.push_back(histogram);
        signatures_.push_back(signature);
    }

    std::vector<std::byte> write(std::span<const Document> documents);

  private:
    // Variables that nothing is said about get no number.
    void number_variables() {
        number_.assign(at(sketch_.variables), -1);
        for (const Fact& fact : sketch_.facts) number_[at(fact.variable)] = 0;
        for (const Link& link : sketch_.links)
            number_[at(link.source)] = number_[at(link.target)] = 0;
        int next = 0;
        for (int& number : number_)
            if (number == 0) number = next++;
    }

    static std::uint16_t small(int number) {
        if (number < 0 || at(number) > most_variables)
            throw std::length_error("a graph in an index may have at most 65,535 variables");
        return static_cast<std::uint16_t>(number);
    }

    std::uint32_t token_of(const std::string& text, bool is_link) {
        const std::uint32_t token = lexicon_.add(text);
        if (token == buckets_.size()) {
            buckets_.push_back(bucket_of(text, is_link));
            bits_.push_back(bit_of(text));
        }
        return token;
    }

    std::vector<std::uint32_t> by_size() const {
        std::vector<std::uint32_t> order(sizes_.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t x, std::uint32_t y) { return sizes_[x] < sizes_[y]; });
        return order;
    }

    Convention convention_;
    Graph standard_;
    Sketcher sketcher_;
    Sketch sketch_;
    std::vector<int> number_;
    Lexicon lexicon_;
    std::vector<std::size_t> buckets_, bits_;  // by token
    std::vector<StoredFact> facts_;
    std::vector<StoredLink> links_;
    std::vector<std::size_t> fact_end_, link_end_;
    std::vector<std::uint32_t> sizes_;
    std::vector<Histogram> histograms_;
    std::vector<Signature> signatures_;
};

// Tokens in the order of their texts, and the new number of each.
std::vector<std::uint32_t> sort_tokens(const Lexicon& lexicon, TextList& sorted) {
    std::vector<std::uint32_t> order(lexicon.size()), number(lexicon.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t x, std::uint32_t y) { return lexicon[x] < lexicon[y]; });
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        number[order[i]] = i;
        sorted.add(lexicon[order[i]]);
    }
    return number;
}

bool before(const StoredFact& x, const StoredFact& y) {
    return std::pair(x.token, x.variable) < std::pair(y.token, y.variable);
}

bool before(const StoredLink& x, const StoredLink& y) {
    return std::tuple(x.token, x.source, x.target) < std::tuple(y.token, y.source, y.target);
}

template <class T>
void require_sorted(std::span<const T> items) {
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i].count == 0 || (i > 0 && !before(items[i - 1], items[i])))
            throw DamagedSegment("the triples of a graph are damaged");
}

// Append the items of an owner, with their new numbers, sorted.
template <class T>
void append(const std::vector<T>& from, std::size_t begin, std::size_t end,
            const std::vector<std::uint32_t>& number, std::vector<T>& to) {
    const std::size_t start = to.size();
    for (std::size_t i = begin; i < end; ++i) {
        to.push_back(from[i]);
        to.back().token = number[from[i].token];
    }
    std::sort(to.begin() + static_cast<std::ptrdiff_t>(start), to.end(),
              [](const T& x, const T& y) { return before(x, y); });
}

std::vector<std::byte> Collector::write(std::span<const Document> documents) {
    const std::vector<std::uint32_t> order = by_size();
    TextList tokens;
    const std::vector<std::uint32_t> number = sort_tokens(lexicon_, tokens);
    std::vector<std::uint8_t> histograms;
    std::vector<std::uint32_t> sizes, excess;
    std::vector<std::uint32_t> repeats;
    std::vector<std::uint64_t> signatures, fact_begin{0}, link_begin{0};
    std::vector<StoredFact> facts;
    std::vector<StoredLink> links;
    for (const std::uint32_t i : order) {
        const auto& counts = histograms_[i].counts;
        histograms.insert(histograms.end(), counts.begin(), counts.end());
        const auto& bits = signatures_[i].bits;
        signatures.insert(signatures.end(), bits.begin(), bits.end());
        repeats.push_back(signatures_[i].repeats);
        sizes.push_back(sizes_[i]);
        excess.push_back(histograms_[i].excess);
        append(facts_, i == 0 ? 0 : fact_end_[i - 1], fact_end_[i], number, facts);
        append(links_, i == 0 ? 0 : link_end_[i - 1], link_end_[i], number, links);
        fact_begin.push_back(facts.size());
        link_begin.push_back(links.size());
    }
    const Catalogue catalogue(documents, order);
    SegmentWriter writer;
    catalogue.write(writer);
    writer.add(Section::histograms, histograms);
    writer.add(Section::signatures, signatures);
    writer.add(Section::repeats, repeats);
    writer.add(Section::sizes, sizes);
    writer.add(Section::excess, excess);
    writer.add(Section::fact_begin, fact_begin);
    writer.add(Section::facts, facts);
    writer.add(Section::link_begin, link_begin);
    writer.add(Section::links, links);
    writer.add(Section::token_begin, tokens.begin);
    writer.add(Section::tokens, tokens.text);
    return writer.write(SegmentKind::alignment, order.size(), 0);
}

}  // namespace

Catalogue::Catalogue(std::span<const Document> documents, std::span<const std::uint32_t> order) {
    for (const std::uint32_t i : order) {
        const Document& document = documents[i];
        // Any mixture will do, as long as it depends on nothing but id and text.
        keys.push_back(hash_string(document.id) * 31 + hash_string(document.text));
        positions.push_back(i);
        ids.add(document.id);
        texts.add(document.text);
    }
}

void Catalogue::write(SegmentWriter& writer) const {
    writer.add(Section::keys, keys);
    writer.add(Section::positions, positions);
    writer.add(Section::id_begin, ids.begin);
    writer.add(Section::ids, ids.text);
    writer.add(Section::text_begin, texts.begin);
    writer.add(Section::texts, texts.text);
}

std::vector<std::byte> write_sketches(std::span<const Document> documents,
                                      const Convention& convention, Interruption* interruption) {
    Collector collector(convention);
    for (const Document& document : documents) {
        check(interruption, 1000);
        collector.add(*document.graph);
        if (interruption != nullptr) interruption->count();
    }
    return collector.write(documents);
}

Sketches::Sketches(const Segment& segment)
    : keys(segment.per_graph<std::uint64_t>(Section::keys)),
      histograms(segment.per_graph<std::uint8_t>(Section::histograms, histogram_size)),
      signatures(segment.per_graph<std::uint64_t>(Section::signatures, Signature::words)),
      sizes(segment.per_graph<std::uint32_t>(Section::sizes)),
      excess(segment.per_graph<std::uint32_t>(Section::excess)),
      repeats(segment.per_graph<std::uint32_t>(Section::repeats)),
      facts(segment.ragged_per_graph<StoredFact>(Section::fact_begin, Section::facts)),
      links(segment.ragged_per_graph<StoredLink>(Section::link_begin, Section::links)),
      tokens(segment.ragged<char>(Section::token_begin, Section::tokens)) {
    if (segment.kind() != SegmentKind::alignment)
        throw DamagedSegment("the segment has no sketches");
}

void Sketches::read(std::size_t graph, std::span<const std::uint32_t> numbers,
                    Sketch& sketch) const {
    sketch.facts.clear();
    sketch.links.clear();
    const std::span<const StoredFact> its_facts = facts[graph];
    const std::span<const StoredLink> its_links = links[graph];
    const std::size_t most = its_facts.size() + 2 * its_links.size();
    std::size_t variables = 0;
    std::uint64_t size = 0;
    const auto variable = [&](std::uint16_t number) {
        if (number >= most) throw DamagedSegment("a graph has a variable that nothing is said of");
        variables = std::max<std::size_t>(variables, number + 1U);
        return static_cast<std::int32_t>(number);
    };
    const auto token = [&](std::uint32_t number) {
        if (number >= tokens.size()) throw DamagedSegment("a graph has an unknown token");
        return numbers.empty() ? number : numbers[number];
    };
    require_sorted(its_facts);
    require_sorted(its_links);
    for (const StoredFact& fact : its_facts) {
        sketch.facts.push_back({token(fact.token), variable(fact.variable), fact.count, -1});
        size += fact.count;
    }
    for (const StoredLink& link : its_links) {
        const auto count = static_cast<std::int32_t>(link.count);
        if (link.source == link.target || count <= 0) throw DamagedSegment("a link is damaged");
        sketch.links.push_back(
            {token(link.token), variable(link.source), variable(link.target), count, -1});
        size += link.count;
    }
    if (size != sizes[graph]) throw DamagedSegment("the size of a graph is wrong");
    if (!numbers.empty()) {
        std::sort(sketch.facts.begin(), sketch.facts.end());
        std::sort(sketch.links.begin(), sketch.links.end());
    }
    sketch.variables = static_cast<int>(variables);
    sketch.total = static_cast<Weight>(size) * unit;
}

std::vector<std::uint32_t> Sketches::numbers_in(const Sketches& other) const {
    std::vector<std::uint32_t> numbers(tokens.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string_view text = text_at(tokens, i);
        std::size_t low = 0, high = other.tokens.size();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (text_at(other.tokens, middle) < text)
                low = middle + 1;
            else
                high = middle;
        }
        const bool found = low < other.tokens.size() && text_at(other.tokens, low) == text;
        numbers[i] = static_cast<std::uint32_t>(found ? low : other.tokens.size() + i);
    }
    return numbers;
}

}  // namespace tertium
