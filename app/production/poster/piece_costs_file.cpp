#include "app/production/poster/piece_costs_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/files/state_file.hpp"
#include "core/base/error.hpp"
#include "core/io/json/json_text.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr StateKind kept_costs{.key = "heteroscope_piece_costs",
                               .refusal = "not a file of `render --costs`,",
                               .levels = 4,
                               .largest = std::size_t{1} << 28};
constexpr std::size_t columns = 5;
constexpr double most_seconds = 1e18;

/// So many numbers that can be times or counts; none: it is no such list.
std::optional<std::vector<double>> counted_numbers_in(const json& list, std::size_t count) {
  auto out = numbers_in(list);
  const auto fits = [](double each) { return each >= 0 && each <= most_seconds; };
  return out && out->size() == count && std::ranges::all_of(*out, fits) ? out : std::nullopt;
}

PieceCost cost_in(const json& row, const Section& section, const std::string& key) {
  const auto found = counted_numbers_in(row, columns);
  if (!found)
    throw section.fail(Wrong::kind, key, fmt::format("is not a list of {} numbers, each at least 0", columns));
  const std::vector<double>& of = *found;
  return {of[0], of[1], of[2], of[3], of[4]};
}

/// Of each rank.
std::vector<double> starts_in(const json& times, const Section& root, int ranks) {
  auto out = counted_numbers_in(times, static_cast<std::size_t>(ranks));
  if (!out) throw root.fail(Wrong::value, "starts_s", "must have one number, at least 0, for each rank");
  return *std::move(out);
}

}  // namespace

std::string piece_costs_json(const PieceCosts& costs, const std::string& what) {
  ordered_json rows = ordered_json::array();
  for (const PieceCost& each : costs.pieces)
    rows.push_back({each.compute_s, each.encode_s, each.put_s, each.bytes, each.estimate});
  const ordered_json out{{std::string(kept_costs.key), kept_costs.version},
                         {"what", what},
                         {"ranks", costs.ranks},
                         {"all_s", costs.all_s},
                         {"guess_s", costs.guess_s},
                         {"service_s", costs.service_s},
                         {"starts_s", costs.starts_s},
                         {"columns", {"computing, s", "encoding, s", "writing, s", "bytes", "estimated work"}},
                         {"pieces", std::move(rows)}};
  return written_json(out, -1, true) + "\n";
}

SavedPieceCosts read_piece_costs(const std::filesystem::path& path) {
  constexpr std::size_t longest_line = 65536;
  constexpr double most_ranks = 1 << 20;
  const StateText state(kept_costs, read_text(path, kept_costs.largest), path.string());
  const Section& root = state.root();
  SavedPieceCosts out;
  out.what = root.text("what", longest_line).value_or("");
  double ranks = 1;
  root.read("ranks", ranks, 1, most_ranks);
  out.costs.ranks = static_cast<int>(ranks);
  root.read("all_s", out.costs.all_s, 0, most_seconds);
  root.read("guess_s", out.costs.guess_s, 0, most_seconds);
  root.read("service_s", out.costs.service_s, 0, most_seconds);
  if (const json* const starts = root.find("starts_s"); starts != nullptr)
    out.costs.starts_s = starts_in(*starts, root, out.costs.ranks);
  const json* const pieces = root.find("pieces");
  if (pieces == nullptr || !pieces->is_array() || pieces->empty())
    throw root.fail(Wrong::kind, "pieces", "is not a list of pieces");
  for (std::size_t i = 0; i < pieces->size(); ++i)
    out.costs.pieces.push_back(cost_in((*pieces)[i], root, fmt::format("pieces[{}]", i)));
  return out;
}

}  // namespace heteroscope
