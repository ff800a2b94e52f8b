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

/// Keeps what the threads of a parallel region throw: none may leave the region.
class Thrown {
 public:
  /// Called in the region.
  template <class Work>
  void keep(Work&& work) noexcept {
    try {
      work();
    } catch (...) {
      if (!any_.exchange(true)) first_ = std::current_exception();
    }
  }
  /// In the region: something was thrown, and work that relies on it is worth nothing.
  [[nodiscard]] bool any() const { return any_.load(std::memory_order_relaxed); }
  /// After the region.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::atomic<bool> any_{false};
  std::exception_ptr first_;
};

}  // namespace heteroscope
