#include "app/window/model/times/iterating.hpp"

#include <algorithm>

#include "core/model/bound.hpp"

namespace heteroscope {
namespace {

/// A parameter and one of its choices.
struct Choice {
  const Parameter* parameter = nullptr;
  std::size_t index = 0;
};

/// Returns the change of one parameter with which the settings read the source.
std::optional<Choice> source_start(const Settings& settings, const Workload& workload) {
  for (const Parameter& parameter : workload.parameters) {
    for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
      Settings tried = settings;
      tried.problem.parameters[std::string(parameter.id)] = static_cast<double>(i);
      if (reads_source(tried, workload)) return Choice{&parameter, i};
    }
  }
  return std::nullopt;
}

}  // namespace

const Parameter* side_of(const Settings& settings, const Workload& workload) {
  try {
    return workload.extent_parameter(settings.problem.parameters);
  } catch (const BadInput&) {
    return nullptr;  // the plan has the error
  }
}

bool reads_source(const Settings& settings, const Workload& workload) {
  if (!workload.image) return false;
  const auto parameters = bound(workload, settings.problem.parameters);
  return parameters && workload.reads_source(*parameters);
}

bool can_be_painted(const Workload& workload) {
  return workload.paintable();
}

std::string why_no_source(const Settings& settings, const Workload& workload) {
  if (reads_source(settings, workload)) return {};
  const auto choice = source_start(settings, workload);
  if (!choice) return "The source is not read with these parameters.";
  return "The source is read only where " + std::string(choice->parameter->label) + " is " +
         std::string(choice->parameter->choices[choice->index]) + ".";
}

void start_from_source(Settings& settings, const Workload& workload) {
  if (!workload.image || reads_source(settings, workload)) return;
  if (const auto choice = source_start(settings, workload)) {
    settings.problem.parameters[std::string(choice->parameter->id)] = static_cast<double>(choice->index);
  }
}

bool same_problem(const Settings& a, const Settings& b, const Workload& workload) {
  const auto start = [&](const Settings& settings) {
    return start_of(canonical(settings.problem, workload), workload);
  };
  return start(a) == start(b);
}

bool leads_to(const Settings& earlier, const Settings& later, const Workload& workload) {
  if (!same_problem(earlier, later, workload) || earlier.problem.steps > later.problem.steps) return false;
  const std::size_t painted = earlier.problem.strokes.size();
  if (painted > later.problem.strokes.size()) return false;
  if (!std::equal(earlier.problem.strokes.begin(), earlier.problem.strokes.end(), later.problem.strokes.begin()))
    return false;
  return painted == later.problem.strokes.size() || later.problem.strokes[painted].step >= earlier.problem.steps;
}

bool is_on_the_way(const Settings& earlier, const Settings& later, const Workload& workload) {
  if (!leads_to(earlier, later, workload)) return false;
  Execution same = later.execution;
  same.steps_per_frame = earlier.execution.steps_per_frame;
  return same == earlier.execution;
}

void start_over(Settings& settings) {
  settings.problem.steps = 0;
  settings.problem.strokes.clear();
}

Size source_size(const Settings& settings, const Workload& workload, Size otherwise) {
  constexpr int largest = 2048;  // a finer source would not be visible
  // a result with a size of its own is not computed again when its picture changes size
  if (!workload.image && !workload.has_own_state() && side_of(settings, workload) != nullptr)
    return settings.problem.size;
  if (!workload.iterates() || workload.output == nullptr || !reads_source(settings, workload)) return otherwise;
  const auto parameters = bound(workload, settings.problem.parameters);
  if (!parameters) return otherwise;
  const Size result = workload.output(*parameters, otherwise, settings.problem.precision).size;
  return {std::min(result.width, largest), std::min(result.height, largest)};
}

}  // namespace heteroscope
