#pragma once

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>

namespace heteroscope {

/// For parallel regions whose number of threads nobody chooses: as many as there are processors, unless the environment
/// (OMP_NUM_THREADS) asks for fewer.
inline int all_threads() {
  return std::clamp(omp_get_max_threads(), 1, omp_get_num_procs());
}

/// Begins a parallel region that does nothing. After it OpenMP has a team of so many threads for the calling thread,
/// which spin for a while before they sleep: a region of as many begins at once then. A region of fewer threads, but of
/// more than one, ends the others.
inline void begin_team(int threads) {
#pragma omp parallel num_threads(threads)
  std::atomic_signal_fence(std::memory_order_seq_cst);  // no compiler leaves out a region with something in it
}
/// Ends the threads that OpenMP has for the calling thread, which must not be in a parallel region: as long as they
/// spin they would take processors from threads of another library.
inline void end_team() {
  omp_pause_resource(omp_pause_soft, omp_get_initial_device());
}

/// Keeps the first thing that threads which work together throw: none may leave OpenMP's parallel regions, or a thread.
class Thrown {
 public:
  /// Called by each of them.
  template <class Work>
  void keep(Work&& work) noexcept {
    try {
      work();
    } catch (...) {
      if (!any_.exchange(true)) first_ = std::current_exception();
    }
  }
  /// Meanwhile: something was thrown, and work that relies on it is worth nothing.
  [[nodiscard]] bool any() const { return any_.load(std::memory_order_relaxed); }
  /// After all of them have ended.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::atomic<bool> any_{false};
  std::exception_ptr first_;
};

}  // namespace heteroscope
