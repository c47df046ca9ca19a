/// Ending a computation early, as Ctrl-C does.
///
/// A long loop calls `check` now and then and says how much work it does until the next call. After
/// enough work the thread that made the interruption reads a clock (which costs more than a small
/// step), and at most once per `patience` it asks whether to stop. Once the answer is yes, every
/// thread's next check throws. Nothing is returned then, so no result depends on when it was asked.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
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

    /// Count one piece of work as done, on any thread; for reports of progress.
    void count() { done_.fetch_add(1, std::memory_order_relaxed); }
    std::size_t done() const { return done_.load(std::memory_order_relaxed); }

    /// Throws Interrupted if the computation is to stop. `work` is counted in steps of some
    /// nanoseconds.
    void check(std::size_t work) {
        if (wanted_.load(std::memory_order_relaxed)) throw Interrupted();
        if (std::this_thread::get_id() != owner_ || (work_ += work) < much_work) return;
        work_ = 0;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return;
        next_ = now + patience;
        if (!ask_()) return;
        wanted_ = true;
        throw Interrupted();
    }

  private:
    static constexpr std::size_t much_work = 20'000;
    std::function<bool()> ask_;
    std::thread::id owner_ = std::this_thread::get_id();
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + patience;
    std::size_t work_ = much_work;
    std::atomic<bool> wanted_{false};
    std::atomic<std::size_t> done_{0};
};

/// The same, if there may be none.
inline void check(Interruption* interruption, std::size_t work) {
    if (interruption != nullptr) interruption->check(work);
}

/// Checks now and then in a loop whose turns are too short to check in each.
class PatientCheck {
  public:
    explicit PatientCheck(Interruption* interruption) : interruption_(interruption) {}
    void operator()(std::size_t work) {
        if ((work_ += work) >= some_work) check(interruption_, std::exchange(work_, 0));
    }

  private:
    static constexpr std::size_t some_work = 500;
    Interruption* interruption_;
    std::size_t work_ = 0;
};

}  // namespace tertium
