#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/types/types.hpp"

namespace heteroscope {

/// Where a participant's rows of a stage come from, piece by piece (README.md has a drawing). The one way in which they
/// are cut: in pieces that are known beforehand (FixedRows), by what the pieces before took (Bands), or from a queue
/// that all participants take from (QueueRows).
class RowSource {
 public:
  virtual ~RowSource() = default;
  /// The next piece; empty: there is none.
  virtual Rows take() = 0;
  /// So many rows took that long.
  virtual void took(int /*rows*/, double /*ms*/) {}
  /// How many of a GPU's pieces there may be at a time, begun or waiting; never more than when the first is taken, or
  /// than `LaunchPipeline::most`.
  [[nodiscard]] virtual int most_under_way() const { return 1; }
  /// True: take() gives nothing any more. False: who takes again finds out.
  [[nodiscard]] virtual bool done() const { return false; }
};

/// Pieces that are known beforehand.
class FixedRows final : public RowSource {
 public:
  explicit FixedRows(std::vector<Rows> pieces) : pieces_(std::move(pieces)) {}
  Rows take() override { return next_ < pieces_.size() ? pieces_[next_++] : Rows{}; }
  /// All of them: nothing is learned from one for the next.
  [[nodiscard]] int most_under_way() const override { return static_cast<int>(pieces_.size()); }
  [[nodiscard]] bool done() const override { return next_ == pieces_.size(); }

 private:
  std::vector<Rows> pieces_;
  std::size_t next_ = 0;
};

/// Three quarters of the rows, three quarters of what is left, and so on: what the CPU has computed is copied while it
/// computes the next, and little is left to copy in the end.
std::vector<Rows> shrinking_pieces(Rows rows, int threads);

/// What a GPU takes for some rows, in ms.
struct SendingTimes {
  double compute_ms = 0;
  double send_ms = 0;  ///< to where they are wanted, over the link and beside what others send there
};

/// Cuts a GPU's rows so that all have arrived soonest where each piece is sent while the next is computed. Computing
/// all rows takes C and sending them S. Each piece is q = S / C times as large as the one before: sending one takes as
/// long as computing the next, so that neither the GPU nor the link waits for the other. With r = min(q, 1 / q) the
/// smallest of n pieces is s(n) = rⁿ⁻¹ (1 − r) / (1 − rⁿ) of the rows (1 / n where r is 1), and they have arrived after
///   max(C, S) + s(n) min(C, S) + n o,
/// where o is what a launch and a copy cost by themselves; the n of the least such time is taken. `times`: of all the
/// rows; none: they are not known.
std::vector<Rows> pieces_to_send(Rows rows, const std::optional<SendingTimes>& times);

}  // namespace heteroscope
