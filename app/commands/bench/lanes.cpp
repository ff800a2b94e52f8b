#include "app/commands/bench/lanes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/commands/bench/rows.hpp"
#include "app/commands/bench/text.hpp"
#include "app/commands/table.hpp"
#include "core/lanes/processors.hpp"

namespace heteroscope {

double LanesRow::compute_ideal_ms() const {
  double rate = 0;
  for (const LaneFigures& each : lanes) rate += 1 / each.alone_ms;
  return 1 / rate;
}

double LanesRow::ideal_ms() const {
  double out = compute_ideal_ms();
  for (const LaneFigures& each : lanes) out = std::max(out, each.link_ms);
  return out;
}

namespace {

std::string table_of_rows(const Bench& bench) {
  TextTable table({{"scene"},
                   {"precision"},
                   {"variant"},
                   {"split"},
                   {"lane"},
                   {"share", true},
                   {"alone", true},
                   {"computes", true},
                   {"idle", true},
                   {"frame", true},
                   {"ideal", true},
                   {"of ideal", true},
                   {"of fastest lane", true}});
  for (const BenchRow& row : bench.rows) {
    if (!row.lanes) continue;
    const LanesRow& lanes = *row.lanes;
    for (const LaneFigures& each : lanes.lanes) {
      std::vector<std::string> cells(5);
      if (&each == lanes.lanes.data()) {
        const Settings& s = row.what.settings;
        cells = {row.what.scene, std::string(id_of(s.problem.precision)), row.what.variant, split_text(s.execution),
                 ""};
      }
      cells.back() = name_of(each.lane);
      for (const std::string& cell :
           {percent(each.share), milliseconds(each.alone_ms), milliseconds(each.ms), percent(lanes.idle(each))})
        cells.push_back(cell);
      if (&each == lanes.lanes.data()) {
        const double fastest = std::ranges::min(lanes.lanes, {}, &LaneFigures::alone_ms).alone_ms;
        for (const std::string& cell : {milliseconds(lanes.frame_ms), milliseconds(lanes.ideal_ms()),
                                        percent(lanes.ideal_ms() / lanes.frame_ms), times(fastest / lanes.frame_ms)})
          cells.push_back(cell);
      }
      table.add(std::move(cells));
    }
  }
  return table.markdown();
}

std::string table_of_links(const std::vector<MeasuredLink>& links) {
  TextTable table({{"link"}, {"rate", true}, {"latency", true}});
  for (const MeasuredLink& each : links) {
    table.add({fmt::format("{} to GPU {}", name_of(each.from), each.to), with_prefix(each.rates.bytes_per_s) + "B/s",
               fmt::format("{:.1f} µs", 1e6 * each.rates.latency_s)});
  }
  return table.markdown();
}

}  // namespace

std::string lanes_tables(const Bench& bench) {
  if (std::ranges::none_of(bench.rows, [](const BenchRow& row) { return row.lanes.has_value(); })) return {};
  std::string out = "\nLanes:\n\n" + table_of_rows(bench);
  out +=
      "\nalone is a lane's time for the whole frame by itself; frame is the time of the lane that computed longest "
      "and of bringing the rows together. ideal is the larger of 1 / Σ 1 / alone and what the lanes' parts take "
      "over their links.\n";
  for (const BenchRow& row : bench.rows) {
    if (row.lanes && !row.lanes->resting.empty())
      out += fmt::format("\n{}: {}\n", row.what.variant, row.lanes->resting);
  }
  if (!bench.ceilings.links.empty()) out += "\nLinks, measured in this run:\n\n" + table_of_links(bench.ceilings.links);
  return out;
}

}  // namespace heteroscope
