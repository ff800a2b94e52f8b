#include <gtest/gtest.h>

#include <cstring>

#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"

/// Results computed in pieces have the bits of the whole.
namespace heteroscope {
namespace {

/// Cells of the part that have other bits than in the whole.
std::int64_t differing(const Frame& part, const Frame& whole) {
  const Cutout& cutout = part.plan.cutout;
  const std::size_t cell = bytes_of(part.field.precision());
  std::int64_t out = 0;
  for (int y = 0; y < cutout.size.height; ++y) {
    for (int x = 0; x < cutout.size.width; ++x) {
      const auto* here = static_cast<const std::byte*>(part.field.host_view().data) +
                         (static_cast<std::size_t>(y) * cutout.size.width + x) * cell;
      const auto* there =
          static_cast<const std::byte*>(whole.field.host_view().data) +
          (static_cast<std::size_t>(cutout.y + y) * cutout.whole.width + static_cast<std::size_t>(cutout.x + x)) * cell;
      out += std::memcmp(here, there, cell) == 0 ? 0 : 1;
    }
  }
  return out;
}

Frame frame_of(const Planned& planned) {
  Executor executor;
  return executor.execute(*planned.plan, {}).value();
}

class Piecewise : public ::testing::TestWithParam<Processor> {};

TEST_P(Piecewise, PartsHaveTheBitsOfTheWhole) {
  if (GetParam() == Processor::gpu && !device::facts().available) GTEST_SKIP() << "skipped: no CUDA device";
  constexpr Size size{301, 203};
  int workloads = 0;
  for (const Workload* workload : catalog()) {
    if (!workload->piecewise) continue;
    ++workloads;
    std::vector<Values> all{{}};
    for (const Scene& scene : workload->scenes) all.emplace_back(scene.values.begin(), scene.values.end());
    for (const Values& values : all) {
      for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        Settings settings = default_settings(*workload);
        for (const auto& [id, value] : values) settings.problem.parameters[id] = value;
        settings.problem.precision = precision;
        settings.problem.size = size;
        const Planned whole = plan(settings, catalog(), device::all());
        ASSERT_TRUE(whole) << whole.refusal;
        const Frame expected = frame_of(whole);
        settings.execution.processor = GetParam();
        for (const NamedVariant& named : workload->main_stage().variants) {
          if (named.variant->processor != GetParam()) continue;
          choose_variant(settings, *workload, named.id);
          for (const Cutout& part : {Cutout{0, 0, {301, 40}, size}, Cutout{64, 32, {128, 64}, size},
                                     Cutout{37, 101, {1, 1}, size}, Cutout{203, 150, {98, 53}, size}}) {
            const Planned planned = plan_part(settings, catalog(), device::all(), part);
            if (!planned) continue;  // as for the whole: another test says so
            EXPECT_EQ(differing(frame_of(planned), expected), 0)
                << workload->id << " " << named.id << " " << id_of(precision) << " " << part.x << "," << part.y;
          }
        }
      }
    }
  }
  EXPECT_GE(workloads, 1);
}

INSTANTIATE_TEST_SUITE_P(On, Piecewise, ::testing::Values(Processor::cpu, Processor::gpu),
                         [](const auto& of) { return std::string(id_of(of.param)); });

/// Points of known counts, far out in the largest picture.
TEST(PiecewiseParts, FarColumnsAreWhereTheyBelong) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.size = {longest_side, longest_side};
  settings.problem.parameters["center_re"] = 0;
  settings.problem.parameters["span"] = 4;
  const auto count = [&](int x, int y) {
    const Cutout part{.x = x, .y = y, .size = {1, 1}, .whole = settings.problem.size};
    return frame_of(plan_part(settings, catalog(), device::all(), part)).field.value(0, 0);
  };
  constexpr int middle = longest_side / 2;
  EXPECT_EQ(count(middle, middle), 0);                      // 0
  EXPECT_EQ(count(longest_side / 4, middle), 0);            // -1, whose orbit is 0, -1, 0, …
  EXPECT_EQ(count(longest_side / 8 * 7, middle), 3);        // 1.5, then 3.75
  EXPECT_EQ(count(longest_side - 1, longest_side - 1), 2);  // 2 - 2i
}

}  // namespace
}  // namespace heteroscope
