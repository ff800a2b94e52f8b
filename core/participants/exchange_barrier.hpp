#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/device/device.hpp"
#include "core/model/collective.hpp"

namespace heteroscope {

/// Pairs of events around what a stream does at times: where it waits for others, or copies. They are kept from one use
/// to the next, as events take long to make; those of a GPU are made while it is in use.
class EventPairs {
 public:
  struct Pair {
    device::Event begin;
    device::Event end;
  };
  void clear() { used_ = 0; }
  Pair& next();
  /// The time between the events of all pairs since clear(), in ms, once they have ended.
  [[nodiscard]] double ms() const;

 private:
  std::deque<Pair> all_;
  std::size_t used_ = 0;
};

/// Who meets: a GPU, with the stream that it computes on and the pauses in which that one waits; or the CPU, which has
/// neither and computes on its thread.
struct Attendee {
  const device::Stream* stream = nullptr;
  EventPairs* pauses = nullptr;
};

/// The arrays that one participant brings to an exchange.
struct ParticipantArrays {
  std::span<const SharedArray> arrays;
  const device::Stream* stream = nullptr;  ///< of a GPU, behind what it has computed
};

/// Participants beyond this process that come to a barrier, too.
class BarrierPeers {
 public:
  virtual ~BarrierPeers() = default;
  /// Sends what this process's participants have, and waits for what the others send. By one thread, while no
  /// participant computes or fetches.
  virtual void bring(std::span<const ParticipantArrays> participants) = 0;
  /// Copies what a participant wants of what has come; a GPU's is under way on its stream when this returns.
  virtual void fetch(const ParticipantArrays& participant) const = 0;
};

/// Where participants that compute a job together, each on a thread of its own, bring each other rows in the middle of
/// it. Each participant fetches what it wants from those that have it. GPUs wait for each other on their streams: their
/// threads meet only to know that everything is launched, and run ahead of what is computed; with peers they do not.
class ExchangeBarrier final : public Exchange {
 public:
  /// `peers`: what participants beyond this process bring; null: there are none.
  explicit ExchangeBarrier(const std::vector<Attendee>& attendees, BarrierPeers* peers = nullptr);
  ExchangeBarrier(const ExchangeBarrier&) = delete;
  ExchangeBarrier& operator=(const ExchangeBarrier&) = delete;

  void exchange(std::size_t participant, std::span<const SharedArray> arrays) override;
  void stop(std::exception_ptr cause) override;
  /// How long the participant has waited for the others and for what it fetched; of a GPU once it has computed all.
  [[nodiscard]] double waited_ms(std::size_t participant) const;

 private:
  /// The arrays that one participant has brought to an exchange.
  struct Brought {
    std::vector<SharedArray> arrays;
    const device::Event* computed = nullptr;  ///< of a GPU: it has what it brings
  };
  struct Member {
    Attendee who;
    Brought brought[2];         ///< to even and odd exchanges: a slower participant may still look at the last one
    std::size_t exchanges = 0;  ///< begun
    std::vector<bool> reaches;  ///< of a GPU: whose memory it can read by itself
    double waited_ms = 0;       ///< of the CPU
    std::optional<device::Stream> fetches;  ///< of the CPU, from GPUs
  };

  void meet();
  /// `pieces`: what can be fetched at once.
  void fetch(const Member& to, std::size_t from, std::size_t exchange, std::vector<device::Piece>& pieces) const;

  /// Copies from peers what they have of a participant's wanted rows.
  void exchange_with_peers(std::size_t participant, std::size_t exchange);

  std::deque<Member> members_;
  BarrierPeers* peers_;
  std::atomic<std::size_t> there_ = 0;
  std::atomic<unsigned> met_ = 0;  ///< how often all were there
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::exception_ptr cause_;
};

}  // namespace heteroscope
