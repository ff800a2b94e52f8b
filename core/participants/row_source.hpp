#pragma once

#include <cstddef>
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
  /// How many of a GPU's pieces there may be at a time, begun or waiting; `LaunchPipeline::most` at most.
  [[nodiscard]] virtual int most_under_way() const { return 1; }
};

/// Pieces that are known beforehand.
class FixedRows final : public RowSource {
 public:
  explicit FixedRows(std::vector<Rows> pieces) : pieces_(std::move(pieces)) {}
  Rows take() override { return next_ < pieces_.size() ? pieces_[next_++] : Rows{}; }

 private:
  std::vector<Rows> pieces_;
  std::size_t next_ = 0;
};

/// Three quarters of the rows, three quarters of what is left, and so on: what the CPU has computed is copied while it
/// computes the next, and little is left to copy in the end.
std::vector<Rows> shrinking_pieces(Rows rows, int threads);

}  // namespace heteroscope
