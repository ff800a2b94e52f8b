#include "core/model/access.hpp"

#include <algorithm>
#include <array>

namespace heteroscope {

namespace {

using traffic::banks;
using traffic::pass_bytes;
using traffic::sector_bytes;
using traffic::word_bytes;
constexpr int warp_lanes = 32;

/// The units of `unit` bytes that lanes touch, in order.
class Units {
 public:
  Units(std::span<const LaneAddress> lanes, int bytes, std::uint64_t unit) {
    for (const LaneAddress& each : lanes) {
      const std::uint64_t last = each.address + static_cast<std::uint64_t>(bytes) - 1;
      for (std::uint64_t at = each.address / unit; at <= last / unit; ++at) units_[count_++] = at;
    }
    std::sort(units_.begin(), units_.begin() + static_cast<std::ptrdiff_t>(count_));
  }
  [[nodiscard]] std::span<const std::uint64_t> all() const { return {units_.data(), count_}; }
  /// Each once.
  [[nodiscard]] std::span<const std::uint64_t> different() {
    const auto end = std::unique(units_.begin(), units_.begin() + static_cast<std::ptrdiff_t>(count_));
    count_ = static_cast<std::size_t>(end - units_.begin());
    return all();
  }

 private:
  std::array<std::uint64_t, warp_lanes * 5> units_{};  // 16 bytes may lie in five words
  std::size_t count_ = 0;
};

int fullest_bank(std::span<const std::uint64_t> words) {
  std::array<int, banks> found{};
  for (const std::uint64_t word : words) ++found[word % banks];
  return *std::ranges::max_element(found);
}

/// The sum of `passes(part)` over the parts of a warp that are served together.
template <class Passes>
int over_parts(std::span<const LaneAddress> lanes, int bytes, Passes passes) {
  const int together = std::min(warp_lanes, static_cast<int>(pass_bytes) / bytes);
  int out = 0;
  for (auto first = lanes.begin(); first != lanes.end();) {
    const int part = first->lane / together;
    const auto end =
        std::find_if(first, lanes.end(), [&](const LaneAddress& each) { return each.lane / together != part; });
    out += passes(std::span(first, end));
    first = end;
  }
  return out;
}

/// Bytes asked for and bytes that the memory has to move for it.
struct Traffic {
  double asked = 0;
  double moved = 0;

  [[nodiscard]] std::optional<double> efficiency() const {
    return moved > 0 ? std::optional(100 * asked / moved) : std::nullopt;
  }
};

}  // namespace

int sectors_touched(std::span<const LaneAddress> lanes, int bytes) {
  return static_cast<int>(Units(lanes, bytes, sector_bytes).different().size());
}

int shared_passes(std::span<const LaneAddress> lanes, int bytes) {
  return over_parts(lanes, bytes, [&](std::span<const LaneAddress> part) {
    return fullest_bank(Units(part, bytes, word_bytes).different());
  });
}

int atomic_passes(std::span<const LaneAddress> lanes, int bytes) {
  return over_parts(lanes, bytes, [&](std::span<const LaneAddress> part) {
    return fullest_bank(Units(part, bytes, word_bytes).all());
  });
}

int passes_of(const WarpAccess& access) {
  if (!is_shared(access.access)) return 0;
  const bool in_turns = access.access == Access::shared_atomic && access.manner != Manner::increment;
  return in_turns ? atomic_passes(access.lanes, access.bytes) : shared_passes(access.lanes, access.bytes);
}

int sectors_of(const WarpAccess& access) {
  return is_shared(access.access) ? 0 : sectors_touched(access.lanes, access.bytes);
}

Efficiencies efficiencies(std::span<const WarpAccess> instructions) {
  Traffic load;
  Traffic store;
  Traffic shared;
  const auto traffic_of = [&](Access access) -> Traffic* {
    switch (access) {
      case Access::global_load:
        return &load;
      case Access::global_store:
        return &store;
      case Access::shared_load:
      case Access::shared_store:
        return &shared;
      default:
        return nullptr;
    }
  };
  for (const WarpAccess& each : instructions) {
    Traffic* const traffic = traffic_of(each.access);
    if (traffic == nullptr) continue;
    traffic->asked += static_cast<double>(each.lanes.size()) * each.bytes;
    traffic->moved += is_shared(each.access) ? static_cast<double>(pass_bytes) * passes_of(each)
                                             : static_cast<double>(sector_bytes) * sectors_of(each);
  }
  return {load.efficiency(), store.efficiency(), shared.efficiency()};
}

std::vector<ModelFigure> figures(const Efficiencies& efficiencies) {
  return {{"global load efficiency", efficiencies.global_load, "%"},
          {"global store efficiency", efficiencies.global_store, "%"},
          {"shared efficiency", efficiencies.shared, "%"}};
}

}  // namespace heteroscope
