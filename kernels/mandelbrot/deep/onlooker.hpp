#pragma once

#include <string_view>

#include "core/model/capabilities/table.hpp"

namespace heteroscope::mandelbrot {

/// Who waits for a reference: may give it up, and is told how far it is.
struct Onlooker {
  Cancel cancel;
  const TableProgress* progress = nullptr;  ///< none: nobody wants to know
  std::string_view what;                    ///< is being computed

  [[nodiscard]] Onlooker over(std::string_view part) const { return {cancel, progress, part}; }
  /// Asked before the n-th of at most so many steps: whether it is given up.
  [[nodiscard]] bool ends(int n, int most) const {
    constexpr int between = 1 << 10;
    if (n % between == 0 && progress != nullptr && *progress) (*progress)(what, static_cast<double>(n) / most);
    return cancel.is_set();
  }
};

}  // namespace heteroscope::mandelbrot
