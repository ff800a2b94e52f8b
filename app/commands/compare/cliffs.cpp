#include "app/commands/compare/cliffs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/console/console.hpp"
#include "app/results/parts.hpp"
#include "app/text/document.hpp"
#include "app/text/format.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

std::vector<std::string> cells_of(const Ladder& ladder, const Cliff& cliff) {
  const Rung& at = ladder.rungs[cliff.at];
  const Rung& beside = ladder.rungs[cliff.beside];
  return {ladder.of,
          at.name,
          format_ms(at.ms),
          beside.name,
          format_ms(beside.ms),
          fmt::format("{:.2f}", cliff.factor),
          cliff.kind == CliffKind::steep ? "steep" : "needs less, takes longer"};
}

}  // namespace

int print_cliffs(const std::vector<std::string>& files, const CliffRule& rule) {
  std::vector<Ladder> ladders;
  for (const std::string& each : files) {
    const Results results = load_results(each);
    for (const Result& part : results.parts) add_rungs(ladders, part_name(each, results, part), part);
  }
  TextTable table({{"rows"}, {"rung"}, {"time", true}, {"beside"}, {"its time", true}, {"by", true}, {""}});
  Document document;
  int cliffs = 0;
  int rungs = 0;
  for (const Ladder& each : ladders) {
    rungs += static_cast<int>(each.rungs.size());
    for (const Cliff& cliff : cliffs_in(each.rungs, rule)) {
      table.add(cells_of(each, cliff));
      ++cliffs;
    }
    if (each.undecided.empty()) continue;
    document.emplace_back(Paragraph{fmt::format("undecided, measured too few times or beside other programs: {}: {}",
                                                each.of, fmt::join(each.undecided, ", "))});
  }
  if (cliffs > 0) document.emplace_back(std::move(table));
  document.emplace_back(Paragraph{fmt::format("{} in {} of {}", plural(cliffs, "cliff"), plural(rungs, "rung"),
                                              plural(static_cast<int>(ladders.size()), "ladder"))});
  print_out(markdown(document));
  return cliffs;
}

}  // namespace heteroscope
