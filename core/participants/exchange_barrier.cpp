#include "core/participants/exchange_barrier.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/watch.hpp"

namespace heteroscope {

EventPairs::Pair& EventPairs::next() {
  if (used_ == all_.size()) all_.emplace_back();
  return all_[used_++];
}

double EventPairs::ms() const {
  double out = 0;
  for (std::size_t i = 0; i < used_; ++i) out += device::Event::elapsed_ms(all_[i].begin, all_[i].end);
  return out;
}

ExchangeBarrier::ExchangeBarrier(const std::vector<Attendee>& attendees, BarrierPeers* peers) : peers_(peers) {
  const auto gpu = std::ranges::find_if(attendees, [](const Attendee& each) { return each.stream != nullptr; });
  for (const Attendee& who : attendees) {
    Member& member = members_.emplace_back();
    member.who = who;
    if (who.stream != nullptr) {
      who.pauses->clear();
      for (const Attendee& other : attendees) {
        member.reaches.push_back(other.stream != nullptr &&
                                 device::link_between(who.stream->device(), other.stream->device()) !=
                                     device::Link::host);
      }
    } else if (gpu != attendees.end()) {
      const device::Use use(gpu->stream->device());
      member.fetches.emplace();
    }
  }
}

void ExchangeBarrier::stop(std::exception_ptr cause) {
  {
    const std::lock_guard lock(mutex_);
    if (cause_ == nullptr) cause_ = std::move(cause);
  }
  stopped_ = true;
  ++met_;
  met_.notify_all();
}

/// All have come. Who waits for long sleeps: there may be fewer cores than participants.
void ExchangeBarrier::meet() {
  constexpr int looks = 2000;  // some µs
  const unsigned before = met_;
  if (!stopped_) {
    if (++there_ == members_.size()) {
      there_ = 0;
      ++met_;
      met_.notify_all();
    } else {
      for (int i = 0; i < looks && met_ == before; ++i) {
      }
      while (met_ == before) met_.wait(before);
    }
  }
  if (!stopped_) return;
  const std::lock_guard lock(mutex_);
  std::rethrow_exception(cause_);
}

void ExchangeBarrier::fetch(const Member& to, std::size_t from, std::size_t exchange,
                            std::vector<device::Piece>& pieces) const {
  using device::Direction;
  const Member& source = members_[from];
  const std::vector<SharedArray>& wanted = to.brought[exchange].arrays;
  const std::vector<SharedArray>& there = source.brought[exchange].arrays;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Rows some = common(wanted[i].want, there[i].have);
    if (some.empty()) continue;
    const std::size_t offset = wanted[i].unit_bytes * static_cast<std::size_t>(some.begin);
    const device::Piece piece{.to = static_cast<std::byte*>(wanted[i].data) + offset,
                              .from = static_cast<const std::byte*>(there[i].data) + offset,
                              .bytes = wanted[i].unit_bytes * static_cast<std::size_t>(some.count())};
    if (to.who.stream == nullptr && source.who.stream == nullptr) {
      std::memcpy(piece.to, piece.from, piece.bytes);
    } else if (to.who.stream == nullptr) {
      device::copy(piece.to, piece.from, piece.bytes, Direction::to_host, *to.fetches);
    } else if (to.reaches[from]) {
      pieces.push_back(piece);
    } else {
      device::copy(piece.to, piece.from, piece.bytes,
                   source.who.stream != nullptr ? Direction::on_device : Direction::to_device, *to.who.stream);
    }
  }
}

void ExchangeBarrier::exchange(std::size_t participant, std::span<const SharedArray> arrays) {
  Member& self = members_[participant];
  const device::Stream* const stream = self.who.stream;
  const Watch watch;
  const std::size_t exchange = self.exchanges++ % 2;
  Brought& brought = self.brought[exchange];
  brought.arrays.assign(arrays.begin(), arrays.end());
  EventPairs::Pair* const pause = stream != nullptr ? &self.who.pauses->next() : nullptr;
  if (pause != nullptr) {
    pause->begin.record(*stream);
    brought.computed = &pause->begin;
  }
  meet();
  // for all of the others, also for those that bring nothing: they have fetched what they wanted before
  std::vector<device::Piece> pieces;
  for (std::size_t from = 0; from < members_.size(); ++from) {
    if (from == participant) continue;
    if (const device::Event* const computed = members_[from].brought[exchange].computed; computed != nullptr) {
      stream != nullptr ? stream->wait(*computed) : computed->synchronize();
    }
    fetch(self, from, exchange, pieces);
  }
  if (stream != nullptr && !pieces.empty()) device::copy_pieces(pieces, *stream);
  if (peers_ != nullptr && !arrays.empty()) exchange_with_peers(participant, exchange);
  if (pause != nullptr) {
    pause->end.record(*stream);
    return;
  }
  if (self.fetches) self.fetches->synchronize();
  self.waited_ms += watch.ms();
}

void ExchangeBarrier::exchange_with_peers(std::size_t participant, std::size_t exchange) {
  const auto of = [&](const Member& member) {
    return ParticipantArrays{member.brought[exchange].arrays, member.who.stream};
  };
  if (participant == 0) {
    std::vector<ParticipantArrays> participants;
    for (const Member& each : members_) participants.push_back(of(each));
    peers_->bring(participants);
  }
  meet();
  peers_->fetch(of(members_[participant]));
}

double ExchangeBarrier::waited_ms(std::size_t participant) const {
  const Member& member = members_[participant];
  return member.who.stream != nullptr ? member.who.pauses->ms() : member.waited_ms;
}

}  // namespace heteroscope
