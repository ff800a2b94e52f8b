#include "kernels/transpose/access_model.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace heteroscope::transpose {

namespace {

constexpr std::uint64_t sector_bytes = 32;
constexpr std::uint64_t word_bytes = 4;
constexpr std::uint64_t banks = 32;
constexpr std::uint64_t pass_bytes = banks * word_bytes;

/// The different units of `unit` bytes that the lanes touch, in order.
std::vector<std::uint64_t> units_touched(std::span<const std::uint64_t> addresses, int bytes, std::uint64_t unit) {
  std::vector<std::uint64_t> out;
  for (const std::uint64_t first : addresses) {
    for (std::uint64_t each = first / unit; each * unit < first + static_cast<std::uint64_t>(bytes); ++each) {
      out.push_back(each);
    }
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
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

int sectors_touched(std::span<const std::uint64_t> addresses, int bytes) {
  return static_cast<int>(units_touched(addresses, bytes, sector_bytes).size());
}

int shared_passes(std::span<const std::uint64_t> addresses, int bytes) {
  const auto lanes = static_cast<std::size_t>(pass_bytes) / static_cast<std::size_t>(bytes);
  int passes = 0;
  for (std::size_t first = 0; first < addresses.size(); first += lanes) {
    const auto part = addresses.subspan(first, std::min(lanes, addresses.size() - first));
    std::array<int, banks> words{};
    for (const std::uint64_t word : units_touched(part, bytes, word_bytes)) ++words[word % banks];
    passes += *std::ranges::max_element(words);
  }
  return passes;
}

Efficiencies efficiencies(std::span<const WarpAccess> instructions) {
  std::array<Traffic, 3> traffic;
  for (const WarpAccess& each : instructions) {
    Traffic& t = traffic[static_cast<std::size_t>(each.access)];
    t.asked += static_cast<double>(each.addresses.size()) * each.bytes;
    t.moved += each.access == Access::shared
                   ? static_cast<double>(pass_bytes) * shared_passes(each.addresses, each.bytes)
                   : static_cast<double>(sector_bytes) * sectors_touched(each.addresses, each.bytes);
  }
  return {traffic[0].efficiency(), traffic[1].efficiency(), traffic[2].efficiency()};
}

std::vector<ModelFigure> figures(const Efficiencies& efficiencies) {
  return {{"global load efficiency", efficiencies.global_load, "%"},
          {"global store efficiency", efficiencies.global_store, "%"},
          {"shared efficiency", efficiencies.shared, "%"}};
}

}  // namespace heteroscope::transpose
