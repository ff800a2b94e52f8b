#include "app/commands/bench/text.hpp"

#include <fmt/format.h>

namespace heteroscope {

std::string block_text(BlockShape block) {
  return block == BlockShape{} ? std::string() : fmt::format("{}x{}", block.x, block.y);
}

std::string percent(const std::optional<double>& share) {
  return share ? fmt::format("{:.1f} %", 100 * *share) : std::string();
}

std::string times(const std::optional<double>& factor) {
  if (!factor) return {};
  return *factor >= 100 ? fmt::format("{:.0f}", *factor) : fmt::format("{:.3g}", *factor);
}

}  // namespace heteroscope
