#pragma once

#include <string_view>

#include "core/base/waiter.hpp"

namespace heteroscope::mandelbrot {

/// The observer of a computation that takes long: it may give up, and is told the progress.
struct Observer {
  static inline const Waiter nobody{};

  const Waiter& waiter = nobody;
  std::string_view what;  ///< what is being computed

  [[nodiscard]] Observer over(std::string_view part) const { return {waiter, part}; }
  /// Called before step n of at most `most`: reports progress and returns whether to give up.
  [[nodiscard]] bool ends(int n, int most) const {
    constexpr int between = 1 << 10;
    if (n % between == 0) waiter.tell(what, static_cast<double>(n) / most);
    return waiter.asked();
  }
};

}  // namespace heteroscope::mandelbrot
