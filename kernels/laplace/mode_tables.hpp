#pragma once

#include <cstddef>
#include <vector>

#include "kernels/laplace/modes.hpp"

namespace heteroscope::laplace {

/// Where the direct method's tables lie, and how many modes each tile of columns has.
struct ModeLayout {
  std::vector<int> first;  ///< as Modes::first
  std::size_t total = 0;   ///< doubles

  [[nodiscard]] int rows() const { return first.back(); }
  [[nodiscard]] Modes place_in(double* memory, int intervals) const;
};

ModeLayout mode_layout(int intervals);

/// The tables that lie in front: sines, quarters and first.
std::vector<double> mode_tables(int intervals, const ModeLayout& layout);

}  // namespace heteroscope::laplace
