#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/model/schema/unused.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "tests/example/catalog.hpp"

/// Whatever is set either takes effect, or is named as unused with its reason, as the command line and the window say
/// it.
namespace heteroscope {
namespace {

/// The result on the CPU of a problem that is made small; none where the values do not go together.
std::optional<Field> result_of(const Settings& settings, const Workload& workload) {
  try {
    workload.bind(settings.problem.parameters);
  } catch (const BadInput&) {
    return std::nullopt;
  }
  const Planned planned = plan(settings, testing::catalog_with_example(), device::all());
  if (!planned) return std::nullopt;
  Executor executor;
  return executor.execute(*planned.plan, {}).value().field;
}

bool same(const Field& a, const Field& b) {
  return a.size() == b.size() && compare(a.host_view(), b.host_view(), 0).differing == 0;
}

Settings small(const Workload& workload, const Values& values) {
  Settings settings = default_settings(workload);
  for (const auto& [id, value] : values) settings.problem.parameters[id] = value;
  settings.problem.size = {16, 12};
  settings.execution.processor = Processor::cpu;
  if (workload.iterates()) settings.problem.steps = 3;
  for (const char* side : {"n", "bodies"}) {
    if (workload.find_parameter(side) != nullptr) settings.problem.parameters[side] = 33;
  }
  if (const Parameter* limit = workload.find_parameter("max_iterations");
      limit != nullptr && settings.problem.parameters[std::string(limit->id)] > 3000)
    settings.problem.parameters["max_iterations"] = 3000;
  return settings;
}

/// Values of the parameter that are not its initial one: all of a choice; else ends of its range and what lies near.
std::vector<Value> others(const Parameter& parameter) {
  std::vector<Value> out;
  if (parameter.kind == ParameterKind::choice || parameter.kind == ParameterKind::boolean) {
    for (double value = 0; value <= parameter.maximum; ++value) out.emplace_back(value);
  } else {
    const double step = parameter.kind == ParameterKind::integer ? 1 : 0.5;
    for (const double value :
         {parameter.initial + step, parameter.initial - step, 2 * parameter.initial, 1.0, 0.01, 2.0})
      out.emplace_back(value);
  }
  std::erase_if(out, [&](const Value& value) {
    return value == Value(parameter.initial) || !check_value(parameter, value).empty() ||
           (parameter.kind == ParameterKind::integer && value != std::floor(value));
  });
  return out;
}

/// With each choice of the workload in turn, and a view at which perturbed orbits are needed.
std::vector<Values> problems_of(const Workload& workload) {
  std::vector<Values> out{{}};
  for (const Parameter& each : workload.parameters) {
    if (each.kind != ParameterKind::choice) continue;
    for (double value = 0; value <= each.maximum; ++value) out.push_back({{std::string(each.id), value}});
  }
  if (workload.find_parameter("refine") != nullptr) {
    const Values spiral{{"center_re", Decimal::parse("-0.743643887037158704752191506114774")},
                        {"center_im", Decimal::parse("0.131825904205311970493132056385139")},
                        {"max_iterations", 3000}};
    for (const char* span : {"1e-10", "1e-25"}) {
      out.push_back(spiral);
      out.back()["span"] = Decimal::parse(span);
      out.back()["smooth"] = 1;
    }
  }
  // as many bins as values have no value in another one by their remainder
  if (workload.find_parameter("bins") != nullptr) out.push_back({{"bins", 100}});
  // bodies move so little in a usual step that none is drawn elsewhere
  if (workload.find_parameter("softening") != nullptr) out.push_back({{"time_step", 0.1}, {"span", 4}});
  return out;
}

class Parameters : public ::testing::TestWithParam<const Workload*> {};

TEST_P(Parameters, TakeEffectOrAreNamedAsUnused) {
  const Workload& workload = *GetParam();
  std::set<std::string_view> effective;
  std::set<std::string_view> named;
  for (const Values& problem : problems_of(workload)) {
    const Settings base = small(workload, problem);
    const std::optional<Field> usual = result_of(base, workload);
    if (!usual) continue;
    for (const Parameter& parameter : workload.parameters) {
      for (const Value& value : others(parameter)) {
        Settings changed = base;
        changed.problem.parameters[std::string(parameter.id)] = value;
        const std::optional<Field> result = result_of(changed, workload);
        if (!result) continue;
        const std::string why = why_unused(unused_parameters(changed, workload), parameter.id);
        const bool is_same = same(*usual, *result);
        if (!is_same) effective.insert(parameter.id);
        if (why.empty()) continue;
        named.insert(parameter.id);
        // unused with either value: not one bit may differ
        if (why_unused(unused_parameters(base, workload), parameter.id).empty()) continue;
        EXPECT_TRUE(is_same) << parameter.id << " = " << value_text(parameter, value) << ": " << why;
      }
    }
  }
  for (const Parameter& parameter : workload.parameters)
    EXPECT_TRUE(effective.contains(parameter.id) || named.contains(parameter.id)) << parameter.id;
}

/// Of an iteration that takes no step, too.
TEST_P(Parameters, OfStepsAreNamedWhereNoneIsTaken) {
  const Workload& workload = *GetParam();
  if (!workload.iterates()) return;
  Settings base = small(workload, {});
  base.problem.steps = 0;
  const std::optional<Field> usual = result_of(base, workload);
  ASSERT_TRUE(usual);
  for (const Parameter& parameter : workload.parameters) {
    if (why_unused(unused_parameters(base, workload), parameter.id).empty()) continue;
    for (const Value& value : others(parameter)) {
      Settings changed = base;
      changed.problem.parameters[std::string(parameter.id)] = value;
      const std::optional<Field> result = result_of(changed, workload);
      if (!result) continue;
      EXPECT_TRUE(same(*usual, *result)) << parameter.id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Workloads, Parameters,
                         ::testing::ValuesIn(testing::catalog_with_example().begin(),
                                             testing::catalog_with_example().end()),
                         [](const auto& info) { return std::string(info.param->id); });

}  // namespace
}  // namespace heteroscope
