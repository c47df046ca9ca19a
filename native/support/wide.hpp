/// Loops over many numbers, compiled for wider registers as well.
///
/// A function marked with `TERTIUM_WIDE` is compiled twice, for any x86-64 processor and for those
/// with AVX2, and the program takes the right one when it is loaded. Both add and multiply the same
/// numbers in the same order and fuse nothing, so that results do not depend on the processor.
/// Elsewhere the mark means nothing.
#pragma once

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define TERTIUM_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define TERTIUM_WIDE
#endif
