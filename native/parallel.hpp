/// A loop over indices on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tertium {

/// Call make() once on each thread and the function it returns for every index below `count`.
/// Indices are handed out in small chunks; what is computed for one must not depend on another.
/// The first exception is thrown again when all threads are done.
template <class Make>
void parallel_for(std::size_t count, int threads, Make make) {
    std::size_t workers = threads > 0 ? static_cast<std::size_t>(threads)
                                      : std::max(1U, std::thread::hardware_concurrency());
    const std::size_t chunk = std::clamp<std::size_t>(count / (4 * workers), 1, 16);
    workers = std::clamp<std::size_t>((count + chunk - 1) / chunk, 1, workers);
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto work = [&] {
        try {
            auto visit = make();
            for (std::size_t begin; (begin = next.fetch_add(chunk)) < count;)
                for (std::size_t i = begin; i < std::min(begin + chunk, count); ++i) visit(i);
        } catch (...) {
            const std::lock_guard lock(failure_lock);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    std::vector<std::thread> pool;
    try {
        for (std::size_t k = 1; k < workers; ++k) pool.emplace_back(work);
    } catch (const std::system_error&) {
        // The system gives no more threads; those that there are do it all.
    }
    work();
    for (std::thread& worker : pool) worker.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tertium
