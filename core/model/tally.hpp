#pragma once

#include <functional>
#include <vector>

#include "core/types/field_view.hpp"

namespace heteroscope {

/// Two numbers about rows of a result: the largest of one measure and the sum of another. The maximum ignores NaN, the
/// sum does not.
struct Tally {
  double largest = 0;
  double sum = 0;
};

/// Tallies one row. The view is that of the whole result, of which this row and those beside it are there; it is called
/// on any thread.
using TallyRow = std::function<Tally(const FieldView& result, int y)>;

/// Rows of a result, each by itself: those above them may be somebody else's.
class Tallies {
 public:
  /// Tallies rows of a result on the host, in parallel.
  Tallies(const FieldView& result, Rows rows, int threads, const TallyRow& row);

  /// Together with the rows above: they are added in their order, so that neither the number of threads nor who has
  /// which of them changes a bit.
  [[nodiscard]] Tally after(const Tally& above) const;

 private:
  std::vector<Tally> rows_;
};

inline Tally tally(const FieldView& result, Rows rows, int threads, const TallyRow& row) {
  return Tallies(result, rows, threads, row).after({});
}

}  // namespace heteroscope
