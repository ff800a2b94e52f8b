#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/ranks/shared_pieces.hpp"
#include "core/process/memory_limit.hpp"

namespace heteroscope {

SharedPieces shared_room(double cells) {
  constexpr double most_cell_bytes = 8;
  const double quarter = static_cast<double>(memory::limit()) / 4;
  SharedPieces out;
  out.held = static_cast<std::int64_t>(std::clamp(quarter / (cells * most_cell_bytes), 3.0, 16.0));
  out.room = static_cast<std::size_t>(quarter);
  return out;
}

std::size_t worth_costs(int ranks, std::size_t pieces) {
  constexpr std::size_t most_for_each_rank = 4;
  return std::min(pieces, most_for_each_rank * static_cast<std::size_t>(ranks));
}

RankShare sum_of(const std::vector<RankShare>& shares) {
  RankShare out;
  for (const RankShare& each : shares) {
    out.pieces += each.pieces;
    out.compute_ms += each.compute_ms;
    out.operations += each.operations;
    if (!each.unit.empty()) out.unit = each.unit;
  }
  return out;
}

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
