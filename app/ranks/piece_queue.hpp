#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace heteroscope {

/// Which piece is computed next by whoever asks: one after the other, as they are written, no further ahead of what is
/// written than `window`; and once all that are left lie within it and their costs are known, the most expensive first,
/// so that all ranks come to the end at about the same time (Graham's rule: R. L. Graham, SIAM Journal on Applied
/// Mathematics 17, 1969).
class PieceQueue {
 public:
  /// Pieces from `begun` on below `count`. `costs`: of the last pieces, the last one's last, compared with each other.
  PieceQueue(std::int64_t begun, std::int64_t count, std::int64_t window, std::vector<double> costs);

  /// None: there are no more, or the caller must wait until more is written. All pieces below `written` are written.
  std::optional<std::int64_t> take(std::int64_t written);
  /// The most expensive of the last goes first from now on.
  [[nodiscard]] bool by_cost() const { return !last_.empty(); }
  /// The number of pieces that nobody has taken.
  [[nodiscard]] std::int64_t left() const { return count_ - next_ + static_cast<std::int64_t>(last_.size()); }

 private:
  std::int64_t next_, count_, window_;
  std::vector<double> costs_;
  std::vector<std::int64_t> last_;  ///< the most expensive at the back
};

}  // namespace heteroscope
