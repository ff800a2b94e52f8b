#include "core/split.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {

namespace {

/// Rows from the top whose values come closest to a share of a triangle's.
int rows_of_triangle(double share, int height) {
  const auto values = [&](int rows) { return static_cast<double>(values_above(Domain::lower_triangle, height, rows)); };
  const double wanted = share * values(height);
  const int rows = std::clamp(static_cast<int>(std::sqrt(2 * wanted)) - 1, 0, height);
  int best = rows;
  for (int each = rows; each <= std::min(rows + 2, height); ++each) {
    if (std::abs(values(each) - wanted) < std::abs(values(best) - wanted)) best = each;
  }
  return best;
}

}  // namespace

Shares split(Processor processor, double share, int height, const Timing* /*previous*/, Domain domain) {
  if (processor == Processor::cpu) share = 0;
  if (processor == Processor::gpu) share = 1;
  const int border = domain == Domain::lower_triangle
                         ? rows_of_triangle(share, height)
                         : std::clamp(static_cast<int>(std::lround(share * height)), 0, height);
  return {.gpu = {0, border}, .cpu = {border, height}};
}

}  // namespace heteroscope
