#include "app/window/bench/choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/bench/schedule.hpp"
#include "app/commands/options/typed_command.hpp"
#include "app/window/actions/render_command.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/verify/case.hpp"
#include "kernels/suites.hpp"

namespace heteroscope {

const Suite* suite_of(const BenchChoice& choice) {
  const auto found = std::ranges::find(suites(), choice.suite, &Suite::id);
  return found == suites().end() ? nullptr : *found;
}

BenchEffort effort_of(BenchCare care) {
  BenchEffort out;
  if (care == BenchCare::quick) {
    out.sampling.within = 0.05;
    out.sampling.budget_ms = 100;
  } else if (care == BenchCare::thorough) {
    out.sampling.within = 0.003;
    out.sampling.budget_ms = 3000;
  }
  return out;
}

std::string line_of(const BenchChoice& choice, const Settings& present, Catalog catalog) {
  if (choice.suite.empty()) return bench_command(present, catalog);
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
  BenchOutlook out{.line = line, .asked = asked_by(options_of_command(line), files), .rows = {}, .skipped = {}};
  for (const BenchCase& each : out.asked.cases) {
    const std::string why_not =
        each.too_long.empty() ? plan(each.settings, catalog, device::all()).refusal : each.too_long;
    if (why_not.empty()) {
      out.rows.push_back(each);
      continue;
    }
    auto known = std::ranges::find(out.skipped, why_not, &Skipped::reason);
    if (known == out.skipped.end()) known = out.skipped.insert(known, {why_not, 0});
    ++known->rows;
  }
  return out;
}

double rough_seconds(const BenchOutlook& outlook, const BenchEffort& effort) {
  double out = 3;  // ceilings
  for (const BenchCase& each : outlook.rows) out += 1e-3 * rough_ms(each, *outlook.asked.workload, effort);
  return out;
}

std::string rough_time(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  return seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace heteroscope
