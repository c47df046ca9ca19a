/// Ending a computation early, as Ctrl-C does.
///
/// A long loop calls `check` now and then. On the thread that made the interruption it asks, every
/// `patience` at most, whether to stop; once the answer was yes, every thread's next check throws.
/// Nothing is returned then, so no result depends on when it was asked.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <thread>
#include <utility>

namespace tertium {

class Interrupted : public std::exception {
  public:
    const char* what() const noexcept override { return "interrupted"; }
};

class Interruption {
  public:
    static constexpr std::chrono::milliseconds patience{50};

    explicit Interruption(std::function<bool()> ask) : ask_(std::move(ask)) {}

    /// Throws Interrupted if the computation shall stop.
    void check() {
        if (wanted_.load(std::memory_order_relaxed)) throw Interrupted();
        if (std::this_thread::get_id() != owner_) return;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return;
        next_ = now + patience;
        if (!ask_()) return;
        wanted_ = true;
        throw Interrupted();
    }

  private:
    std::function<bool()> ask_;
    std::thread::id owner_ = std::this_thread::get_id();
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + patience;
    std::atomic<bool> wanted_{false};
};

}  // namespace tertium
