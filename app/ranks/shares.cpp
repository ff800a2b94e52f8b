#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/ranks/shared_pieces.hpp"

namespace heteroscope {

std::string shares_text(const std::vector<RankShare>& shares, double all_ms) {
  constexpr std::size_t most_listed = 8;
  std::vector<std::int64_t> pieces;
  std::vector<std::string> busy;
  std::vector<double> percent;
  for (const RankShare& each : shares) {
    pieces.push_back(each.pieces);
    percent.push_back(all_ms > 0 ? 100 * each.compute_ms / all_ms : 0);
    busy.push_back(fmt::format("{:.0f} %", percent.back()));
  }
  if (shares.size() <= most_listed) {
    return fmt::format("{} ranks: {} pieces, computing {} of the time", shares.size(), fmt::join(pieces, ", "),
                       fmt::join(busy, ", "));
  }
  const auto [fewest, most] = std::ranges::minmax(pieces);
  const auto [least, largest] = std::ranges::minmax(percent);
  return fmt::format("{} ranks: {} to {} pieces, computing {:.0f} % to {:.0f} % of the time", shares.size(), fewest,
                     most, least, largest);
}

}  // namespace heteroscope
