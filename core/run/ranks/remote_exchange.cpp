#include "core/run/ranks/remote_exchange.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "core/base/watch.hpp"

namespace heteroscope {

namespace {

/// The rows of an array that all participants together have, or want.
Rows of_all(std::span<const ParticipantArrays> participants, std::size_t array, Rows SharedArray::*which) {
  Rows out;
  for (const ParticipantArrays& each : participants) out = hull(out, each.arrays[array].*which);
  return out;
}

bool uses_gpus(std::span<const ParticipantArrays> participants) {
  return std::ranges::any_of(participants, [](const ParticipantArrays& each) { return each.stream != nullptr; });
}

}  // namespace

/// Page-locked where GPUs copy from it or to it.
std::byte* RemoteExchange::room(std::shared_ptr<Buffer>& buffer, std::size_t bytes, bool of_gpus) const {
  if (buffer == nullptr || buffer->bytes() < bytes) {
    buffer.reset();
    buffer = std::make_shared<Buffer>(of_gpus ? MemoryKind::pinned : MemoryKind::host, bytes + bytes / 2 + 1);
  }
  return static_cast<std::byte*>(buffer->host());
}

std::vector<RemoteExchange::Sent> RemoteExchange::collect(std::span<const ParticipantArrays> participants) {
  std::vector<Sent> out;
  std::size_t bytes = 0;
  const std::vector<SharedArray> arrays(participants.front().arrays.begin(), participants.front().arrays.end());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto add = [&](Rows units, int to) {
      const std::size_t own = arrays[i].unit_bytes * static_cast<std::size_t>(std::max(units.count(), 0));
      if (own == 0) return;
      out.push_back({.part = {i, units}, .to = to, .bytes = own});
      bytes += own;
    };
    const Rows have = of_all(participants, i, &SharedArray::have);
    if (!(have == band_)) {
      add(have, -1);
      continue;
    }
    const Rows want = of_all(participants, i, &SharedArray::want);
    const int beyond = std::max({have.begin - want.begin, want.end - have.end, 0});
    const int rank = communicator_.rank();
    if (rank > 0) add({have.begin, std::min(have.begin + beyond, have.end)}, rank - 1);
    if (rank + 1 < communicator_.count()) add({std::max(have.end - beyond, have.begin), have.end}, rank + 1);
  }
  std::byte* place = room(outgoing_, bytes, uses_gpus(participants));
  for (Sent& each : out) {
    each.data = place;
    const std::size_t unit = arrays[each.part.array].unit_bytes;
    for (const ParticipantArrays& participant : participants) {
      const SharedArray& array = participant.arrays[each.part.array];
      const Rows some = common(array.have, each.part.units);
      if (some.empty()) continue;
      std::byte* const to = place + unit * static_cast<std::size_t>(some.begin - each.part.units.begin);
      const std::byte* const from =
          static_cast<const std::byte*>(array.data) + unit * static_cast<std::size_t>(some.begin);
      const std::size_t count = unit * static_cast<std::size_t>(some.count());
      if (participant.stream != nullptr) {
        device::copy(to, from, count, device::Direction::to_host, *participant.stream);
      } else {
        std::memcpy(to, from, count);
      }
    }
    place += each.bytes;
  }
  // also of those that send nothing: what came last is where it was copied to, and its room is free
  for (const ParticipantArrays& participant : participants) {
    if (participant.stream != nullptr) participant.stream->synchronize();
  }
  return out;
}

void RemoteExchange::bring(std::span<const ParticipantArrays> participants) {
  const std::vector<Sent> sent = collect(participants);
  const Watch watch;
  for (auto& [rank, line] : lines_) {
    std::vector<std::span<const std::byte>> parts;
    for (const Sent& each : sent) {
      if (each.to >= 0 && each.to != rank) continue;
      parts.push_back(std::as_bytes(std::span(&each.part, 1)));
      parts.emplace_back(each.data, each.bytes);
    }
    line.send(parts);
  }
  std::vector<std::span<const std::byte>> messages;
  std::size_t bytes = 0;
  for (auto& [rank, line] : lines_) {
    messages.push_back(line.receive());
    bytes += messages.back().size();
  }
  std::byte* to = room(incoming_[turn_++ % 2], bytes, uses_gpus(participants));
  come_.clear();
  for (std::span<const std::byte> left : messages) {
    while (!left.empty()) {
      Part part;
      std::memcpy(&part, left.data(), sizeof part);
      left = left.subspan(sizeof part);
      const std::size_t own =
          participants.front().arrays[part.array].unit_bytes * static_cast<std::size_t>(part.units.count());
      std::memcpy(to, left.first(own).data(), own);
      left = left.subspan(own);
      come_.push_back({part, to});
      to += own;
    }
  }
  for (auto& [rank, line] : lines_) line.done();
  check(participants);
  exchange_ms_ += watch.ms();
}

/// That nothing is missing: an array of another kind than the two would go wrong without a word.
void RemoteExchange::check(std::span<const ParticipantArrays> participants) const {
  for (std::size_t i = 0; i < participants.front().arrays.size(); ++i) {
    const Rows want = of_all(participants, i, &SharedArray::want);
    const Rows have = common(want, of_all(participants, i, &SharedArray::have));
    int missing = want.count() - std::max(have.count(), 0);
    for (const Come& each : come_) {
      if (each.part.array == i) missing -= std::max(common(want, each.part.units).count(), 0);
    }
    if (missing != 0) throw std::logic_error("ranks do not agree on what they exchange");
  }
}

void RemoteExchange::fetch(const ParticipantArrays& participant) const {
  for (const Come& each : come_) {
    const SharedArray& array = participant.arrays[each.part.array];
    const Rows some = common(array.want, each.part.units);
    if (some.empty()) continue;
    std::byte* const to = static_cast<std::byte*>(array.data) + array.unit_bytes * static_cast<std::size_t>(some.begin);
    const std::byte* const from =
        each.data + array.unit_bytes * static_cast<std::size_t>(some.begin - each.part.units.begin);
    const std::size_t bytes = array.unit_bytes * static_cast<std::size_t>(some.count());
    if (participant.stream != nullptr) {
      device::copy(to, from, bytes, device::Direction::to_device, *participant.stream);
    } else {
      std::memcpy(to, from, bytes);
    }
  }
}

}  // namespace heteroscope
