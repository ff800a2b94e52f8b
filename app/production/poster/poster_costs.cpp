#include "app/production/poster/poster_costs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heteroscope {
namespace {

std::vector<double> costs_of_coarse(const PartMaker& maker, const Pieces& pieces, Size piece, std::int64_t first,
                                    const Waiter& waiter) {
  constexpr double coarse_side = 16;
  const double scale = std::max(1.0, std::sqrt(static_cast<double>(piece.area())) / coarse_side);
  const auto coarse = [&](int cells) { return std::max(1, static_cast<int>(cells / scale)); };
  Settings settings = maker.settings();
  settings.problem.size = {coarse(maker.size().width), coarse(maker.size().height)};
  PartMaker small(std::move(settings));
  const Size whole = small.size();
  std::vector<double> out;
  for (std::int64_t i = first; i < pieces.count(); ++i) {
    const Cutout part = pieces[i];
    const int x = std::min(static_cast<int>(part.x / scale), whole.width - 1);
    const int y = std::min(static_cast<int>(part.y / scale), whole.height - 1);
    const Size size{std::min(coarse(part.size.width), whole.width - x),
                    std::min(coarse(part.size.height), whole.height - y)};
    const auto frame = small.compute({.x = x, .y = y, .size = size, .whole = whole}, waiter);
    if (!frame) return {};
    out.push_back(frame->work.operations * static_cast<double>(part.size.area()) / static_cast<double>(size.area()));
  }
  return out;
}

}  // namespace

std::vector<double> last_costs(const PartMaker& maker, const Pieces& pieces, Size piece, std::int64_t count,
                               const Waiter& waiter) {
  const std::int64_t first = pieces.count() - std::min(count, pieces.count());
  if (maker.plan().workload->work_model) return costs_of_coarse(maker, pieces, piece, first, waiter);
  std::vector<double> out;
  for (std::int64_t i = first; i < pieces.count(); ++i) out.push_back(static_cast<double>(pieces[i].size.area()));
  return out;
}

}  // namespace heteroscope
