#include "core/run/ranks/meeting_ranks.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "core/base/watch.hpp"

namespace heteroscope {

namespace {

Rows hull(Rows a, Rows b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

/// The rows of an array that all participants together have, or want.
Rows of_all(std::span<const LaneArrays> lanes, std::size_t array, Rows SharedArray::*which) {
  Rows out;
  for (const LaneArrays& each : lanes) out = hull(out, each.arrays[array].*which);
  return out;
}

bool uses_gpus(std::span<const LaneArrays> lanes) {
  return std::ranges::any_of(lanes, [](const LaneArrays& each) { return each.stream != nullptr; });
}

}  // namespace

/// Page-locked where GPUs copy from it or to it.
std::byte* MeetingRanks::room(std::shared_ptr<Buffer>& buffer, std::size_t bytes, bool of_gpus) const {
  if (buffer == nullptr || buffer->bytes() < bytes) {
    buffer.reset();
    buffer = std::make_shared<Buffer>(of_gpus ? MemoryKind::pinned : MemoryKind::host, bytes + bytes / 2 + 1);
  }
  return static_cast<std::byte*>(buffer->host());
}

std::vector<MeetingRanks::Sent> MeetingRanks::collect(std::span<const LaneArrays> lanes) {
  std::vector<Sent> out;
  std::size_t bytes = 0;
  const std::vector<SharedArray> arrays(lanes.front().arrays.begin(), lanes.front().arrays.end());
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const auto add = [&](Rows units, int to) {
      const std::size_t own = arrays[i].unit_bytes * static_cast<std::size_t>(std::max(units.count(), 0));
      if (own == 0) return;
      out.push_back({.part = {i, units}, .to = to, .bytes = own});
      bytes += own;
    };
    const Rows have = of_all(lanes, i, &SharedArray::have);
    if (!(have == band_)) {
      add(have, -1);
      continue;
    }
    const Rows want = of_all(lanes, i, &SharedArray::want);
    const int beyond = std::max({have.begin - want.begin, want.end - have.end, 0});
    const int rank = companions_.rank();
    if (rank > 0) add({have.begin, std::min(have.begin + beyond, have.end)}, rank - 1);
    if (rank + 1 < companions_.count()) add({std::max(have.end - beyond, have.begin), have.end}, rank + 1);
  }
  std::byte* place = room(outgoing_, bytes, uses_gpus(lanes));
  for (Sent& each : out) {
    each.data = place;
    const std::size_t unit = arrays[each.part.array].unit_bytes;
    for (const LaneArrays& lane : lanes) {
      const SharedArray& array = lane.arrays[each.part.array];
      const Rows some = common(array.have, each.part.units);
      if (some.empty()) continue;
      std::byte* const to = place + unit * static_cast<std::size_t>(some.begin - each.part.units.begin);
      const std::byte* const from =
          static_cast<const std::byte*>(array.data) + unit * static_cast<std::size_t>(some.begin);
      const std::size_t count = unit * static_cast<std::size_t>(some.count());
      if (lane.stream != nullptr) {
        device::copy(to, from, count, device::Direction::to_host, *lane.stream);
      } else {
        std::memcpy(to, from, count);
      }
    }
    place += each.bytes;
  }
  // also of those that send nothing: what came last is where it was copied to, and its room is free
  for (const LaneArrays& lane : lanes) {
    if (lane.stream != nullptr) lane.stream->synchronize();
  }
  return out;
}

void MeetingRanks::bring(std::span<const LaneArrays> lanes) {
  const std::vector<Sent> sent = collect(lanes);
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
  std::byte* to = room(incoming_[turn_++ % 2], bytes, uses_gpus(lanes));
  come_.clear();
  for (std::span<const std::byte> left : messages) {
    while (!left.empty()) {
      Part part;
      std::memcpy(&part, left.data(), sizeof part);
      left = left.subspan(sizeof part);
      const std::size_t own =
          lanes.front().arrays[part.array].unit_bytes * static_cast<std::size_t>(part.units.count());
      std::memcpy(to, left.first(own).data(), own);
      left = left.subspan(own);
      come_.push_back({part, to});
      to += own;
    }
  }
  for (auto& [rank, line] : lines_) line.done();
  check(lanes);
  exchange_ms_ += watch.ms();
}

/// That nothing is missing: an array of another kind than the two would go wrong without a word.
void MeetingRanks::check(std::span<const LaneArrays> lanes) const {
  for (std::size_t i = 0; i < lanes.front().arrays.size(); ++i) {
    const Rows want = of_all(lanes, i, &SharedArray::want);
    const Rows have = common(want, of_all(lanes, i, &SharedArray::have));
    int missing = want.count() - std::max(have.count(), 0);
    for (const Come& each : come_) {
      if (each.part.array == i) missing -= std::max(common(want, each.part.units).count(), 0);
    }
    if (missing != 0) throw std::logic_error("ranks that meet have not what they want");
  }
}

void MeetingRanks::fetch(const LaneArrays& lane) const {
  for (const Come& each : come_) {
    const SharedArray& array = lane.arrays[each.part.array];
    const Rows some = common(array.want, each.part.units);
    if (some.empty()) continue;
    std::byte* const to = static_cast<std::byte*>(array.data) + array.unit_bytes * static_cast<std::size_t>(some.begin);
    const std::byte* const from =
        each.data + array.unit_bytes * static_cast<std::size_t>(some.begin - each.part.units.begin);
    const std::size_t bytes = array.unit_bytes * static_cast<std::size_t>(some.count());
    if (lane.stream != nullptr) {
      device::copy(to, from, bytes, device::Direction::to_device, *lane.stream);
    } else {
      std::memcpy(to, from, bytes);
    }
  }
}

}  // namespace heteroscope
