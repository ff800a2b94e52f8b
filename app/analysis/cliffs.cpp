#include "app/analysis/cliffs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

namespace {

constexpr double equal_needs = 1.01;
constexpr double inverted_by = 1.03;

/// By how much `at` is certainly steeper than its neighbor; 0 where the neighbor says nothing of it.
double steepness(const Rung& at, const Rung& beside) {
  if (at.need * equal_needs < beside.need) return 0;
  return at.low_ms / at.need / (beside.high_ms / beside.need);
}

/// By how much `at` certainly takes longer than another; 0 if that one has no more to do.
double inversion(const Rung& at, const Rung& other, bool later) {
  const bool larger = later ? other.need * equal_needs > at.need : other.need > at.need * equal_needs;
  return larger && other.operations >= at.operations ? at.low_ms / other.high_ms : 0;
}

std::optional<Cliff> cliff_at(std::span<const Rung> ladder, std::size_t at, const CliffRule& rule) {
  std::optional<Cliff> out;
  double most = 1;
  for (std::size_t other = 0; other < ladder.size(); ++other) {
    const bool neighbors = other + 1 == at || other == at + 1;
    const double steep = neighbors ? steepness(ladder[at], ladder[other]) : 0;
    const double inverted = other != at ? inversion(ladder[at], ladder[other], rule.rising && other > at) : 0;
    // How far each is beyond what it may be, so that the plainer of the two is told.
    if (steep > rule.bound && steep / rule.bound > most) {
      most = steep / rule.bound;
      out = Cliff{at, other, CliffKind::steep, steep};
    }
    if (inverted > inverted_by && inverted / inverted_by > most) {
      most = inverted / inverted_by;
      out = Cliff{at, other, CliffKind::inverted, inverted};
    }
  }
  return out;
}

double need_of(const ResultRow& row) {
  double share = 0;
  for (const Column& each : {column::copy_ceiling_share, column::fill_ceiling_share, column::fma_ceiling_share})
    if (has(row, each)) share = std::max(share, row.number(each));
  return share > 0 ? share * row.number(column::median_ms) : row.number(column::operations);
}

Ladder& ladder_of(std::vector<Ladder>& ladders, const std::string& of) {
  const auto found = std::ranges::find(ladders, of, &Ladder::of);
  return found != ladders.end() ? *found : ladders.emplace_back(Ladder{of, {}, {}});
}

}  // namespace

std::vector<Cliff> cliffs_in(std::span<const Rung> ladder, const CliffRule& rule) {
  std::vector<Cliff> out;
  for (std::size_t at = 0; at < ladder.size(); ++at)
    if (const auto cliff = cliff_at(ladder, at, rule)) out.push_back(*cliff);
  return out;
}

void add_rungs(std::vector<Ladder>& ladders, const std::string& name, const Result& result) {
  for (const ResultRow& row : result.rows) {
    Ladder& ladder = ladder_of(ladders, fmt::format("{} {} {}", cell(row, column::precision),
                                                    cell(row, column::processor), variant_text(result, row)));
    const bool known = std::ranges::find(ladder.rungs, name, &Rung::name) != ladder.rungs.end();
    if (known || std::ranges::find(ladder.undecided, name) != ladder.undecided.end())
      throw BadInput(fmt::format("{}: several rows of {}; a ladder has one for each file", excerpt(name), ladder.of));
    const double need = need_of(row);
    if (is_marked(row) || !has(row, column::median_low_ms) || !(need > 0)) {
      ladder.undecided.push_back(name);
      continue;
    }
    ladder.rungs.push_back({name, row.number(column::median_ms), row.number(column::median_low_ms),
                            row.number(column::median_high_ms), need,
                            has(row, column::operations) ? row.number(column::operations) : 0});
  }
}

}  // namespace heteroscope
