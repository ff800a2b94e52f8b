#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/memory/buffer.hpp"
#include "core/participants/exchange_barrier.hpp"
#include "core/world/communicator.hpp"
#include "core/world/rank_line.hpp"

namespace heteroscope {

/// The other ranks at a barrier of this one's participants (core/participants/exchange_barrier.hpp). Of arrays whose
/// units are rows of the state a rank sends its neighbors as many of its outer rows as its own participants want of
/// theirs; of all others, sums of tiles, it sends every rank what it has.
class RemoteExchange final : public BarrierPeers {
 public:
  /// `lines`: by rank, to all others; `band`: the rows that this rank has.
  RemoteExchange(Communicator& communicator, std::map<int, RankLine> lines, Rows band)
      : communicator_(communicator), lines_(std::move(lines)), band_(band) {}

  void bring(std::span<const ParticipantArrays> participants) override;
  void fetch(const ParticipantArrays& participant) const override;
  /// That sending and waiting have taken.
  [[nodiscard]] double exchange_ms() const { return exchange_ms_; }

 private:
  /// Units of an array, as a message has them.
  struct Part {
    std::size_t array = 0;
    Rows units;
  };
  struct Sent {
    Part part;
    int to = 0;  ///< rank; -1: all
    const std::byte* data = nullptr;
    std::size_t bytes = 0;
  };
  struct Come {
    Part part;
    const std::byte* data = nullptr;
  };
  std::byte* room(std::shared_ptr<Buffer>& buffer, std::size_t bytes, bool of_gpus) const;
  std::vector<Sent> collect(std::span<const ParticipantArrays> participants);
  void check(std::span<const ParticipantArrays> participants) const;

  Communicator& communicator_;
  std::map<int, RankLine> lines_;
  Rows band_;
  std::shared_ptr<Buffer> outgoing_;
  std::shared_ptr<Buffer> incoming_[2];  ///< by turns: copies to a GPU may be under way
  unsigned turn_ = 0;
  std::vector<Come> come_;
  double exchange_ms_ = 0;
};

}  // namespace heteroscope
