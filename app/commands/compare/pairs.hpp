#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/results/result.hpp"

namespace heteroscope {

/// The comparison of two measurements of the same.
enum class Change {
  faster,   ///< beyond doubt: the medians' intervals leave no other order, and the difference is more than noise
  slower,   ///< likewise
  tie,      ///< the intervals meet, or the difference is within the noise of either run
  unknown,  ///< too few runs for an interval
  marked,   ///< cannot be told: other programs took much while one of them was measured (app/analysis/others.hpp)
};
/// Whether it says how they stand.
inline bool is_known(Change change) {
  return change != Change::unknown && change != Change::marked;
}

/// A row of a result, and the same of another.
struct RowPair {
  const ResultRow* before = nullptr;
  const ResultRow* after = nullptr;
  double speedup = 1;                          ///< the median of the first over that of the second
  double speedup_least = 1, speedup_most = 1;  ///< by the intervals' ends
  Change change = Change::unknown;
  std::vector<std::string> different;  ///< settings that differ, by their paths
};

/// Two results row by row.
struct Pairs {
  std::vector<RowPair> both;
  std::vector<const ResultRow*> only_before, only_after;
};

/// The key that identifies a row: "full fp64 simd, 1024x1024, all threads". All threads of one machine correspond to
/// all threads of another.
std::string row_key(const Result& result, const ResultRow& row);

/// Rows of one key; where a result has several, in their order.
Pairs pairs_of(const Result& before, const Result& after);

/// The geometric mean of speed-ups, in which twice as fast and half as fast cancel; 1 if there are none. Marked pairs
/// do not count.
double geometric_mean(std::span<const RowPair> pairs);

/// What other programs took while either was measured; empty if neither is marked.
std::string others_text(const RowPair& pair);

/// Whether a row takes longer than before by more than that share beyond doubt.
bool is_slower_by(const RowPair& pair, double share);

}  // namespace heteroscope
