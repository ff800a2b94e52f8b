#include "app/window/features/bench/choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/claims/published.hpp"
#include "app/bench/schedule.hpp"
#include "app/options/typed_command.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/model/variant_rows.hpp"
#include "core/base/shell_word.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

const Suite* suite_of(const BenchChoice& choice) {
  const auto found = std::ranges::find(suites(), choice.suite, &Suite::id);
  return found == suites().end() ? nullptr : *found;
}

const Collection* collection_of(const BenchChoice& choice) {
  return find_collection(choice.suite);
}

std::string words_of(const Suite& suite) {
  return with_titles(std::string(suite.summary));
}

BenchEffort effort_of(BenchCare care, BenchEffort usual) {
  if (care == BenchCare::normal) return usual;
  const bool quick = care == BenchCare::quick;
  usual.sampling.within = quick ? 0.05 : 0.003;
  usual.sampling.budget_ms = quick ? 100 : 3000;
  usual.all_ms.reset();  // each row has a budget of its own
  return usual;
}

std::string line_of(const BenchChoice& choice, const Settings& present, Catalog catalog) {
  if (choice.suite.empty()) return bench_command(measured_problem(present, catalog), catalog);
  std::string out = "heteroscope bench " + choice.suite;
  if (!choice.scene.empty()) out += " --scene " + shell_word(choice.scene);
  return out;
}

std::string command_of(const std::string& line, BenchCare care) {
  if (care == BenchCare::normal) return line;
  const SamplingEffort sampling = effort_of(care).sampling;
  return fmt::format("{} --within {} --budget {}", line, 100 * sampling.within, 1e-3 * sampling.budget_ms);
}

BenchOutlook outlook_of(const std::string& line, Catalog catalog) {
  FileUse files;
  BenchOutlook out{.line = line, .asked = several_asked_by(options_of_command(line), files), .rows = {}, .skipped = {}};
  for (const Asked& part : out.asked.parts) {
    for (const BenchCase& each : part.cases) {
      const std::string why_not =
          each.skipped.empty() ? plan(each.settings, catalog, device::Devices::here()).refusal : each.skipped;
      if (why_not.empty()) {
        out.rows.push_back(each);
        continue;
      }
      auto known = std::ranges::find(out.skipped, why_not, &Skipped::reason);
      if (known == out.skipped.end()) known = out.skipped.insert(known, {why_not, 0});
      ++known->rows;
    }
  }
  return out;
}

double rough_seconds(const BenchOutlook& outlook, BenchCare care, Catalog catalog) {
  const BenchEffort effort = outlook.effort(care);
  double rows_ms = 0;
  for (const BenchCase& each : outlook.rows)
    rows_ms += rough_ms(each, find_workload(catalog, each.settings.problem.workload), effort);
  constexpr double ceilings_s = 3;
  return ceilings_s + 1e-3 * std::min(rows_ms, effort.all_ms.value_or(rows_ms));
}

}  // namespace heteroscope
