#include "support/hash.hpp"

#include <cstring>

namespace tertium {

std::uint64_t hash_string(std::string_view string) {
    // Eight bytes at a time, multiplied and folded; a shorter tail is padded with zeros.
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15ULL;
    std::uint64_t hash = string.size() * odd;
    const char* data = string.data();
    for (std::size_t left = string.size(); left > 0;) {
        std::uint64_t chunk = 0;
        const std::size_t step = left < 8 ? left : 8;
        if (step == 8) {
            std::memcpy(&chunk, data, 8);  // a fixed size is one load
        } else {
            for (std::size_t i = 0; i < step; ++i)
                chunk = chunk << 8 | static_cast<unsigned char>(data[i]);
        }
        hash = (hash ^ chunk) * odd;
        hash ^= hash >> 32;
        data += step;
        left -= step;
    }
    return hash;
}

}  // namespace tertium
