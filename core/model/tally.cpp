#include "core/model/tally.hpp"

#include <algorithm>

namespace heteroscope {

Tallies::Tallies(const FieldView& result, Rows rows, int threads, const TallyRow& row)
    : rows_(static_cast<std::size_t>(std::max(rows.count(), 0))) {
#pragma omp parallel for schedule(static) num_threads(threads < 1 ? 1 : threads)
  for (int y = rows.begin; y < rows.end; ++y) rows_[static_cast<std::size_t>(y - rows.begin)] = row(result, y);
}

Tally Tallies::after(const Tally& above) const {
  Tally out = above;
  for (const Tally& each : rows_) {
    out.largest = std::max(out.largest, each.largest);
    out.sum += each.sum;
  }
  return out;
}

}  // namespace heteroscope
