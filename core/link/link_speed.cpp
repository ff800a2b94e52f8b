#include "core/link/link_speed.hpp"

#include <algorithm>

namespace heteroscope {
namespace {

constexpr double ms_per_s = 1000;
constexpr std::uint64_t telling = std::uint64_t{1} << 16;  ///< bytes, from which on something can be learned

void move_towards(double& value, double other, double part) {
  value += part * (other - value);
}

}  // namespace

void LinkSpeed::learn(std::uint64_t bytes, double all_ms, double busy_ms) {
  if (bytes < telling || all_ms <= 0) return;
  const double scaled = static_cast<double>(bytes) * ms_per_s;
  bytes_per_s = std::max(bytes_per_s, scaled / all_ms);
  const double crossing_ms = all_ms - busy_ms;
  if (crossing_ms > 0) bytes_per_s = std::min(bytes_per_s, scaled / crossing_ms);
}

std::uint64_t LinkSpeed::window_bytes() const {
  constexpr double queued_ms = 20;
  constexpr double least = 1 << 18;
  constexpr double most = 1 << 26;
  return static_cast<std::uint64_t>(std::clamp(bytes_per_s * (delay_ms + queued_ms) / ms_per_s, least, most));
}

/// One frame alone, which something else may have kept waiting, changes little.
void PackingSpeed::learn(std::uint64_t values, std::uint64_t crossed, double busy_ms) {
  constexpr double part = 0.125;
  if (values < telling || busy_ms <= 0) return;
  move_towards(bytes_per_s, static_cast<double>(values) * ms_per_s / busy_ms, part);
  move_towards(share, static_cast<double>(crossed) / static_cast<double>(values), part);
}

void PackingSpeed::forget() {
  constexpr double part = 1.0 / 64;
  move_towards(bytes_per_s, usual_per_s, part);
  move_towards(share, 0, part);
}

}  // namespace heteroscope
