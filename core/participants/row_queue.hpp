#pragma once

#include <span>
#include <vector>

#include "core/participants/row_source.hpp"
#include "core/participants/spin_lock.hpp"
#include "core/plan/partition.hpp"
#include "core/types/participant.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Rows of a frame that its participants take in pieces until there are none: this machine's CPU from the bottom, all
/// others from the top. Pieces shrink toward the end, by what participants have been seen to do in a ms (guided
/// self-scheduling; Polychronopoulos and Kuck, IEEE Transactions on Computers C-36, 1987). Threads can share it.
class RowQueue {
 public:
  /// A GPU has `of_gpu` pieces at a time, begun or waiting, the CPU `of_cpu`, one for each of its threads, and a
  /// participant elsewhere one.
  RowQueue(int rows, std::span<const Participant> participants, int of_gpu, int of_cpu);

  /// Each piece of the participant takes that long beside its computing, in ms: it has pieces that are long beside it.
  void set_delay(std::size_t participant, double ms);
  /// The participant's next piece; empty: there is none.
  Rows take(std::size_t participant);
  /// The participant, all of it, computes so many rows in that time.
  void took(std::size_t participant, int rows, double ms);
  /// How many pieces it has at a time.
  [[nodiscard]] int at_once(std::size_t participant) const { return takers_[participant].at_once; }
  /// No participant gets another piece.
  void stop();
  /// The rows that each participant has taken, from the top or from the bottom on; adjacent ones are merged.
  [[nodiscard]] Taken taken() const;

 private:
  struct Taker {
    bool from_top;
    int at_once;
    double delay_ms = 0;  ///< of each piece
    double rate = 0;      ///< rows a ms; 0: not known yet
    int last = 0;         ///< rows of the last piece
    std::vector<Rows> rows;
  };
  [[nodiscard]] int wanted(const Taker& taker) const;

  mutable SpinLock lock_;
  std::vector<Taker> takers_;
  Rows left_;
  int all_;
  int from_top_ = 0;
};

/// A participant's pieces of a queue. Threads can share it.
class QueueRows final : public RowSource {
 public:
  QueueRows(RowQueue& queue, std::size_t participant) : queue_(queue), participant_(participant) {}
  Rows take() override { return queue_.take(participant_); }
  void took(int rows, double ms) override { queue_.took(participant_, rows, ms); }
  [[nodiscard]] int most_under_way() const override { return queue_.at_once(participant_); }

 private:
  RowQueue& queue_;
  std::size_t participant_;
};

}  // namespace heteroscope
