#include "app/commands/iteration_facts.hpp"

#include <algorithm>

namespace heteroscope {

namespace {

bool same(const IterationFacts& a, const IterationFacts& b) {
  const auto limit = [](const IterationFacts& facts) { return facts.limit ? facts.limit->value : 0; };
  return a.planes == b.planes && a.spares == b.spares && a.reach == b.reach && limit(a) == limit(b);
}

}  // namespace

IterationFacts iteration_facts(const Workload& workload, const Values& values) {
  const Iteration& iteration = *workload.iteration();
  const std::any parameters = workload.bind(values);
  IterationFacts out{.planes = iteration.planes(parameters),
                     .spares = iteration.spares(parameters),
                     .reach = iteration.reach(parameters)};
  if (iteration.limit != nullptr) out.limit = iteration.limit(parameters);
  return out;
}

std::vector<IterationChoice> iteration_choices(const Workload& workload) {
  std::vector<IterationChoice> out;
  for (const Parameter& parameter : workload.parameters) {
    if (parameter.kind != ParameterKind::choice) continue;
    std::vector<IterationChoice> values;
    Values chosen = initial_values(workload.parameters);
    for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
      chosen[std::string(parameter.id)] = static_cast<double>(i);
      values.push_back({&parameter, parameter.choices[i], iteration_facts(workload, chosen)});
    }
    const auto differs = [&](const IterationChoice& each) { return !same(each.facts, values.front().facts); };
    if (std::ranges::any_of(values, differs)) out.insert(out.end(), values.begin(), values.end());
  }
  return out;
}

}  // namespace heteroscope
