#include "core/plan/check_settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

namespace {

void check_shares(const std::vector<double>& shares) {
  double sum = 0;
  for (const double share : shares) {
    if (!(share >= 0 && share <= 1))
      throw BadInput(Wrong::value, "split", fmt::format("split: {} is outside 0 to 1", share));
    sum += share;
  }
  constexpr double rounding = 1e-9;  // of decimal fractions that are added up
  if (sum > 1 + rounding) {
    throw BadInput(Wrong::value, "split",
                   fmt::format("split: the shares {} add up to {}, more than 1", fmt::join(shares, ","), sum));
  }
}

void check_numbers(const Settings& s) {
  if (s.problem.size.width < 1 || s.problem.size.height < 1 || s.problem.size.width > longest_side ||
      s.problem.size.height > longest_side) {
    throw BadInput(Wrong::value, "size",
                   fmt::format("size: {}x{} is outside 1x1 to {}x{}", s.problem.size.width, s.problem.size.height,
                               longest_side, longest_side));
  }
  check_shares(s.execution.shares);
  if (s.execution.threads < 0 || s.execution.threads > 1024) {
    throw BadInput(Wrong::value, "threads",
                   fmt::format("threads: {} is outside 0 (all cores) to 1024", s.execution.threads));
  }
  if (s.problem.steps < 0 || s.problem.steps > most_steps) {
    throw BadInput(Wrong::value, "steps", fmt::format("steps: {} is outside 0 to {}", s.problem.steps, most_steps));
  }
  if (s.execution.steps_per_frame < 1 || s.execution.steps_per_frame > most_steps_per_frame) {
    throw BadInput(
        Wrong::value, "steps per frame",
        fmt::format("steps per frame: {} is outside 1 to {}", s.execution.steps_per_frame, most_steps_per_frame));
  }
  const bool chosen = s.execution.block != BlockShape{};
  if (chosen && (s.execution.block.x < 1 || s.execution.block.y < 1 ||
                 std::int64_t{s.execution.block.x} * s.execution.block.y > 1024)) {
    throw BadInput(
        Wrong::value, "block",
        fmt::format("block: {}x{} is not possible (1 to 1024 threads)", s.execution.block.x, s.execution.block.y));
  }
}

void check_strokes(const Settings& s, const Workload& workload) {
  if (s.problem.strokes.empty()) return;
  if (!workload.paintable()) {
    throw BadInput(Wrong::unused, "strokes", fmt::format("strokes: {} cannot be painted on", workload.id));
  }
  if (s.problem.strokes.size() > most_strokes) {
    throw BadInput(Wrong::value, "strokes",
                   fmt::format("{} strokes are too many (at most {})", s.problem.strokes.size(), most_strokes));
  }
  std::int64_t last = 0;
  for (std::size_t i = 0; i < s.problem.strokes.size(); ++i) {
    if (const std::string wrong = check_stroke(s.problem.strokes[i], last); !wrong.empty()) {
      const std::string line = fmt::format("strokes[{}].{}", i, wrong);
      throw BadInput(Wrong::value, line.substr(0, line.find(':')), line);
    }
    last = s.problem.strokes[i].step;
  }
}

}  // namespace

void check_parameter_names(const Settings& settings, const Workload& workload) {
  for (const auto& [id, value] : settings.problem.parameters) {
    if (workload.find_parameter(id) != nullptr) continue;
    throw BadInput(fmt::format("parameter: {} has no '{}' ({})", workload.id, excerpt(id),
                               list_ids(workload.parameters, [](const auto& each) { return each.id; })));
  }
}

void check_values(const Settings& settings, const Workload& workload) {
  check_numbers(settings);
  for (const auto& [id, value] : settings.execution.tunables) {
    if (const std::string wrong = check_tunable(workload, id, value); !wrong.empty())
      throw BadInput("tunable: " + wrong);
  }
  check_strokes(settings, workload);
}

}  // namespace heteroscope
