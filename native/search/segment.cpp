#include "search/segment.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "support/hash.hpp"

namespace tertium {

namespace {

constexpr std::uint32_t our_byte_order = 0x01020304;
constexpr std::size_t alignment = 64;

std::size_t aligned(std::size_t offset) { return (offset + alignment - 1) / alignment * alignment; }

std::uint64_t hash_bytes(std::span<const std::byte> bytes) {
    return hash_string({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::uint64_t checksum_of(const SegmentHeader& header) {
    return hash_bytes(
        std::as_bytes(std::span(&header, 1)).first(offsetof(SegmentHeader, checksum)));
}

}  // namespace

Segment::Segment(std::span<const std::byte> bytes) : bytes_(bytes) {
    if (bytes.size() < sizeof(header_)) throw DamagedSegment("the file is cut short");
    std::memcpy(&header_, bytes.data(), sizeof(header_));
    if (std::memcmp(header_.magic, SegmentHeader::magic_text, sizeof(header_.magic)) != 0)
        throw DamagedSegment("this is not a segment of an index");
    if (header_.byte_order != our_byte_order)
        throw DamagedSegment("the index was made on a machine with another byte order");
    if (header_.format != SegmentHeader::current_format)
        throw DamagedSegment("the index has another format");
    if (header_.checksum != checksum_of(header_)) throw DamagedSegment("the header is damaged");
    if (header_.length != bytes.size())
        throw DamagedSegment(header_.length > bytes.size() ? "the file is cut short"
                                                           : "the file is too long");
    if (header_.kind != SegmentKind::alignment && header_.kind != SegmentKind::features)
        throw DamagedSegment("the index has another format");
    for (const auto& section : header_.sections)
        if (section.offset % alignment != 0 || section.offset > bytes.size() ||
            section.length > bytes.size() - section.offset)
            throw DamagedSegment("a section lies outside of the file");
    if (header_.graphs > 0xFFFFFFFF) throw DamagedSegment("there are too many graphs");
    per_graph<std::uint64_t>(Section::keys);  // so no number of graphs outgrows the file
}

std::uint64_t Segment::checksum() const { return hash_bytes(bytes_.subspan(sizeof(header_))); }

std::vector<std::byte> SegmentWriter::write(SegmentKind kind, std::size_t graphs,
                                            std::size_t columns) const {
    SegmentHeader header{};
    std::memcpy(header.magic, SegmentHeader::magic_text, sizeof(header.magic));
    header.byte_order = our_byte_order;
    header.format = SegmentHeader::current_format;
    header.graphs = graphs;
    header.kind = kind;
    header.columns = static_cast<std::uint32_t>(columns);
    std::size_t end = aligned(sizeof(header));
    for (std::size_t i = 0; i < section_count; ++i) {
        header.sections[i] = {end, parts_[i].size()};
        end = aligned(end + parts_[i].size());
    }
    header.length = end;
    header.checksum = checksum_of(header);
    std::vector<std::byte> bytes(end);
    std::memcpy(bytes.data(), &header, sizeof(header));
    for (std::size_t i = 0; i < section_count; ++i)
        if (!parts_[i].empty())
            std::memcpy(bytes.data() + header.sections[i].offset, parts_[i].data(),
                        parts_[i].size());
    return bytes;
}

}  // namespace tertium
