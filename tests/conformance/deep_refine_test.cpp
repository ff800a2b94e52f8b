#include <gtest/gtest.h>

#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

Field field_of(const Values& values) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  for (const auto& [id, value] : values) settings.problem.parameters[id] = value;
  settings.problem.size = {64, 36};
  settings.execution.processor = Processor::cpu;
  const Planned planned = plan(settings, catalog(), device::all());
  if (!planned) throw BadInput(planned.refusal);
  Executor executor;
  return executor.execute(*planned.plan, {}).value().field;
}

/// Where fp64 tells pixels apart, method=automatic takes those orbits that know which counts are not certain as soon as
/// these are to be refined.
TEST(DeepRefine, TakesEffectWithTheAutomaticMethod) {
  const Values shallow{{"center_re", Decimal::parse("-0.743643887037158704752")},
                       {"center_im", Decimal::parse("0.131825904205311970493")},
                       {"span", Decimal::parse("1e-10")},
                       {"max_iterations", 3000}};
  constexpr double perturbed = 2;
  constexpr double double_double = 1;
  constexpr double exact = 2;
  const auto with = [](Values values, const char* id, double value) {
    values[id] = value;
    return values;
  };
  const Field plain = field_of(shallow);
  for (const double refine : {double_double, exact}) {
    const Values refined = with(shallow, "refine", refine);
    const Field automatic = field_of(refined);
    const Field asked = field_of(with(refined, "method", perturbed));
    EXPECT_EQ(compare(automatic.host_view(), asked.host_view(), 0).differing, 0) << refine;
    EXPECT_GT(compare(automatic.host_view(), plain.host_view(), 0).differing, 0) << "plain fp64 counts wrongly here";
  }
}

}  // namespace
}  // namespace heteroscope
