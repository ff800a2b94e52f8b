#pragma once

#include <span>
#include <vector>

#include "core/lanes/row_source.hpp"
#include "core/lanes/spin_lock.hpp"
#include "core/plan/partition.hpp"
#include "core/types/lane.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Rows of a frame that its lanes take in pieces until there are none: GPUs from the top, the CPU from the bottom.
/// Pieces shrink toward the end, by what lanes have been seen to do in a ms (guided self-scheduling; Polychronopoulos
/// and Kuck, IEEE Transactions on Computers C-36, 1987). Threads can share it.
class RowQueue {
 public:
  /// A GPU has `of_gpu` pieces at a time, begun or waiting, the CPU `of_cpu`, one for each of its threads.
  RowQueue(int rows, std::span<const Lane> lanes, int of_gpu, int of_cpu);

  /// The lane's next piece; empty: there is none.
  Rows take(std::size_t lane);
  /// The lane, all of it, computes so many rows in that time.
  void took(std::size_t lane, int rows, double ms);
  /// How many pieces it has at a time.
  [[nodiscard]] int at_once(std::size_t lane) const { return takers_[lane].at_once; }
  /// No lane gets another piece.
  void stop();
  /// The rows that each participant has taken, from the top or from the bottom on; adjacent ones are merged.
  [[nodiscard]] Taken taken() const;

 private:
  struct Taker {
    bool from_top;
    int at_once;
    double rate = 0;  ///< rows a ms; 0: not known yet
    int last = 0;     ///< rows of the last piece
    std::vector<Rows> rows;
  };
  [[nodiscard]] int wanted(const Taker& taker) const;

  mutable SpinLock lock_;
  std::vector<Taker> takers_;
  Rows left_;
  int all_;
  int gpus_ = 0;
};

/// A lane's pieces of a queue. Threads can share it.
class QueueRows final : public RowSource {
 public:
  QueueRows(RowQueue& queue, std::size_t lane) : queue_(queue), lane_(lane) {}
  Rows take() override { return queue_.take(lane_); }
  void took(int rows, double ms) override { queue_.took(lane_, rows, ms); }
  [[nodiscard]] int most_under_way() const override { return queue_.at_once(lane_); }

 private:
  RowQueue& queue_;
  std::size_t lane_;
};

}  // namespace heteroscope
