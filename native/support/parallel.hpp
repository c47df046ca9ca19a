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

/// What the threads of a loop share.
class SharedLoop {
  public:
    SharedLoop(std::size_t count, std::size_t chunk, Interruption* interruption)
        : count_(count), chunk_(chunk), interruption_(interruption) {}

    /// Take chunks of indices until there are none, or something has failed.
    template <class Make>
    void work(Make& make) {
        guard([&] {
            auto visit = make();
            for (std::size_t begin; (begin = next_.fetch_add(chunk_)) < count_;)
                for (std::size_t i = begin; i < std::min(begin + chunk_, count_); ++i) {
                    check(interruption_, 100);
                    visit(i);
                    if (interruption_ != nullptr) interruption_->count();
                }
        });
    }

    /// Say that a thread other than the caller's is done.
    void finish() {
        const std::lock_guard lock(mutex_);
        ++finished_;
        one_finished_.notify_one();
    }

    /// Wait for other threads, and ask meanwhile whether to stop.
    void wait_for(std::size_t others) {
        for (std::unique_lock lock(mutex_); finished_ < others;) {
            one_finished_.wait_for(lock, Interruption::patience);
            lock.unlock();
            guard([&] { check(interruption_, 1'000'000); });  // patience is over: ask
            lock.lock();
        }
    }

    void throw_failure() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    template <class Action>
    void guard(Action action) {
        try {
            action();
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            next_ = count_;
        }
    }

    const std::size_t count_, chunk_;
    Interruption* const interruption_;
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_;  // of what follows
    std::exception_ptr failure_;
    std::size_t finished_ = 0;
    std::condition_variable one_finished_;
};

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
    SharedLoop loop(count, chunk, interruption);
    std::vector<std::thread> pool;
    try {
        for (std::size_t k = 1; k < workers; ++k)
            pool.emplace_back([&] {
                loop.work(make);
                loop.finish();
            });
    } catch (const std::system_error&) {
        // The system gives no more threads; those that there are do it all.
    }
    loop.work(make);
    loop.wait_for(pool.size());
    for (std::thread& worker : pool) worker.join();
    loop.throw_failure();
}

}  // namespace tertium
