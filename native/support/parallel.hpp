/// A loop over indices on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "support/interruption.hpp"

namespace tertium {

/// Call make() once on each thread and the function it returns for every index below `count`.
/// Indices are handed out in small chunks; what is computed for one must not depend on another.
/// The first exception is thrown again when all threads are done. An interruption, if there is one,
/// is checked before every index, and while the calling thread waits for others.
template <class Make>
void parallel_for(std::size_t count, int threads, Make make, Interruption* interruption = nullptr) {
    std::size_t workers = threads > 0 ? static_cast<std::size_t>(threads)
                                      : std::max(1U, std::thread::hardware_concurrency());
    const std::size_t chunk = std::clamp<std::size_t>(count / (4 * workers), 1, 16);
    workers = std::clamp<std::size_t>((count + chunk - 1) / chunk, 1, workers);
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::size_t finished = 0;
    std::mutex mutex;  // of both
    std::condition_variable one_finished;
    const auto guarded = [&](auto action) {
        try {
            action();
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    const auto work = [&] {
        guarded([&] {
            auto visit = make();
            for (std::size_t begin; (begin = next.fetch_add(chunk)) < count;)
                for (std::size_t i = begin; i < std::min(begin + chunk, count); ++i) {
                    check(interruption, 100);
                    visit(i);
                    if (interruption != nullptr) interruption->count();
                }
        });
    };
    std::vector<std::thread> pool;
    try {
        for (std::size_t k = 1; k < workers; ++k)
            pool.emplace_back([&] {
                work();
                const std::lock_guard lock(mutex);
                ++finished;
                one_finished.notify_one();
            });
    } catch (const std::system_error&) {
        // The system gives no more threads; those that there are do it all.
    }
    work();
    for (std::unique_lock lock(mutex); finished < pool.size();) {
        one_finished.wait_for(lock, Interruption::patience);
        lock.unlock();
        guarded([&] { check(interruption, 1'000'000); });  // patience is over: ask
        lock.lock();
    }
    for (std::thread& worker : pool) worker.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tertium
