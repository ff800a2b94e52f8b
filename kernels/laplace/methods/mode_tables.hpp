#pragma once

#include <cstddef>
#include <vector>

#include "kernels/laplace/methods/modes.hpp"

namespace heteroscope::laplace {

/// The layout of the direct method's tables, and how many modes each tile of columns has.
struct ModeLayout {
  std::vector<int> first;  ///< as in Modes::first
  std::size_t total = 0;   ///< doubles

  [[nodiscard]] int rows() const { return first.back(); }
  [[nodiscard]] Modes place_in(double* memory, int intervals) const;
};

ModeLayout mode_layout(int intervals);

/// The leading tables: sines, quarters and first.
std::vector<double> mode_tables(int intervals, const ModeLayout& layout);

}  // namespace heteroscope::laplace
