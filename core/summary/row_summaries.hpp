#pragma once

#include <vector>

#include "core/summary/summary.hpp"

namespace heteroscope {

/// What rows of a field hold, each by itself: those above them may be somebody else's.
class RowSummaries {
 public:
  /// Of a field on the host; parallel.
  RowSummaries(const FieldView& view, Rows rows, int threads);

  /// Together with the rows above: they are added in their order, so that neither the number of threads nor who has
  /// which of them changes the sum.
  [[nodiscard]] Summary after(const Summary& above) const;

 private:
  std::vector<Summary> rows_;
};

}  // namespace heteroscope
