#pragma once

#include <vector>

#include "core/summary/summary.hpp"

namespace heteroscope {

/// Summaries of rows of a field, each by itself, since the rows above them may belong to another process.
class RowSummaries {
 public:
  /// Summarizes rows of a field on the host, in parallel.
  RowSummaries(const FieldView& view, Rows rows, int threads);

  /// Together with the rows above: they are added in their order, so that neither the number of threads nor who has
  /// which of them changes the sum.
  [[nodiscard]] Summary after(const Summary& above) const;

 private:
  std::vector<Summary> rows_;
};

}  // namespace heteroscope
