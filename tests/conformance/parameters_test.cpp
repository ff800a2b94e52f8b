#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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

/// The workload's default settings with these values, made small, and so that every parameter can be seen to count.
Settings small(const Workload& workload, const Values& values) {
  Settings settings = default_settings(workload);
  Values& parameters = settings.problem.parameters;
  const auto set = [&](const char* id, double value) {
    if (workload.find_parameter(id) != nullptr) parameters[id] = value;
  };
  for (const char* side : {"n", "bodies"}) set(side, 33);
  // as many bins as values have no value in another one by their remainder
  set("bins", 100);
  // bodies move so little in a usual step that none is drawn elsewhere
  if (workload.find_parameter("softening") != nullptr) set("time_step", 0.1), set("span", 4);
  if (parameters.contains("max_iterations") && parameters["max_iterations"] > 3000) set("max_iterations", 3000);
  for (const auto& [id, value] : values) parameters[id] = value;
  settings.problem.size = {16, 12};
  settings.execution.processor = Processor::cpu;
  settings.execution.threads = 1;  // more would wait for each other longer than they compute
  // enough of them to come within a tolerance, where there is one
  if (workload.iterates()) settings.problem.steps = workload.find_parameter("tolerance") != nullptr ? 300 : 3;
  return settings;
}

/// Values of the parameter that are not the present one: all of a choice; else ends of ranges, and what lies near.
std::vector<Value> others(const Parameter& parameter, const Value& now) {
  std::vector<Value> out;
  if (parameter.kind == ParameterKind::choice || parameter.kind == ParameterKind::boolean) {
    for (double value = 0; value <= parameter.maximum; ++value) out.emplace_back(value);
  } else {
    const double step = parameter.kind == ParameterKind::integer ? 1 : 0.5;
    for (const double value : {now + step, now - step, 2 * now, 1.0, 0.01, 2.0}) out.emplace_back(value);
  }
  std::erase_if(out, [&](const Value& value) {
    return value == now || !check_value(parameter, value).empty() ||
           (parameter.kind == ParameterKind::integer && value != std::floor(value));
  });
  return out;
}

/// With each choice of the workload in turn, and views at which perturbed orbits are needed.
std::vector<Values> problems_of(const Workload& workload) {
  std::vector<Values> out{{}};
  for (const Parameter& each : workload.parameters) {
    if (each.kind != ParameterKind::choice) continue;
    for (double value = 0; value <= each.maximum; ++value) out.push_back({{std::string(each.id), value}});
  }
  if (workload.find_parameter("refine") != nullptr) {
    out.push_back({{"center_re", Decimal::parse("-0.743643887037158704752191506114774")},
                   {"center_im", Decimal::parse("0.131825904205311970493132056385139")},
                   {"span", Decimal::parse("1e-10")},
                   {"max_iterations", 3000},
                   {"smooth", 1}});
    // beside the tip of the set, where orbits escape soon
    out.push_back({{"center_re", -2.0}, {"span", Decimal::parse("1e-25")}, {"smooth", 1}});
  }
  return out;
}

/// A parameter that may change nothing in one problem without being named there, as long as it does in another, and
/// why.
struct Quiet {
  std::string_view workload;
  std::string_view parameter;
  std::string_view why;
};
constexpr std::array quiet{
    Quiet{"mandelbrot", "method", "the methods agree on every count that all of them can tell"},
    Quiet{"mandelbrot", "leaps", "iterations are skipped without a change of what is certain"},
    Quiet{"mandelbrot", "refine", "a view may have no count that is not certain"},
    Quiet{"mandelbrot", "arithmetic", "the last bits move few of a coarse picture's counts"},
};

bool is_quiet(const Workload& workload, const Parameter& parameter) {
  return std::ranges::any_of(
      quiet, [&](const Quiet& each) { return each.workload == workload.id && each.parameter == parameter.id; });
}

/// The parameters that are not as they are at first, as text.
std::string changes_of(const Settings& settings, const Workload& workload) {
  std::string out;
  for (const Parameter& each : workload.parameters) {
    const Value& value = settings.problem.parameters.at(std::string(each.id));
    if (value != Value(each.initial)) out += fmt::format("{}={} ", each.id, value_text(each, value));
  }
  return out;
}

class Parameters : public ::testing::TestWithParam<const Workload*> {};

/// What is seen of a parameter in a problem.
struct Seen {
  bool has_others = false;  ///< it can be changed at all
  bool counts = false;      ///< another value makes another result
  bool is_named = false;    ///< as unused, with its value or another one
};

/// Fails where a parameter is named as unused with either value and makes another result.
Seen seen_of(const Workload& workload, const Settings& base, const Field& usual, const Parameter& parameter) {
  const std::string id(parameter.id);
  const bool is_unused = !why_unused(unused_parameters(base, workload), id).empty();
  Seen out{.is_named = is_unused};
  for (const Value& value : others(parameter, base.problem.parameters.at(id))) {
    Settings changed = base;
    changed.problem.parameters[id] = value;
    const std::optional<Field> result = result_of(changed, workload);
    if (!result) continue;
    const std::string why = why_unused(unused_parameters(changed, workload), id);
    const bool is_same = same(usual, *result);
    out.has_others = true;
    out.counts |= !is_same;
    out.is_named |= !why.empty();
    EXPECT_TRUE(is_same || why.empty() || !is_unused) << id << " = " << value_text(parameter, value) << ": " << why;
  }
  return out;
}

TEST_P(Parameters, TakeEffectOrAreNamedAsUnused) {
  const Workload& workload = *GetParam();
  std::set<std::string_view> found;
  for (const Values& problem : problems_of(workload)) {
    const Settings base = small(workload, problem);
    const std::optional<Field> usual = result_of(base, workload);
    if (!usual) continue;
    SCOPED_TRACE("with " + changes_of(base, workload));
    for (const Parameter& parameter : workload.parameters) {
      const Seen seen = seen_of(workload, base, *usual, parameter);
      const bool is_told = seen.counts || seen.is_named;
      if (is_told) found.insert(parameter.id);
      EXPECT_TRUE(is_told || !seen.has_others || is_quiet(workload, parameter))
          << parameter.id << " changes nothing, and no reason is given";
    }
  }
  for (const Parameter& parameter : workload.parameters)
    EXPECT_TRUE(found.contains(parameter.id)) << parameter.id << " changes nothing in any problem";
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
    for (const Value& value : others(parameter, base.problem.parameters.at(std::string(parameter.id)))) {
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
