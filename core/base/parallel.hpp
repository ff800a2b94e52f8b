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
