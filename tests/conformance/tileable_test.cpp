#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/device/device.hpp"
#include "core/poster/pieces.hpp"
#include "core/poster/survey.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/printed_ids.hpp"

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

Frame frame_of(const Planned& planned, const ExecuteOptions& options = {}) {
  Executor executor;
  return executor.execute(*planned.plan, options).value();
}

/// Rectangles at the corners and edges of such a whole, and within.
std::vector<Cutout> parts_of(Size whole) {
  const auto [w, h] = whole;
  return {Cutout{0, 0, {w, h / 5}, whole}, Cutout{w / 5, h / 6, {w / 3, h / 3}, whole},
          Cutout{w / 8, h / 2, {1, 1}, whole}, Cutout{w - w / 3, h - h / 4, {w / 3, h / 4}, whole},
          Cutout{0, h / 3, {w / 7, h - h / 3}, whole}};
}

/// Of every variant of the workload's last stage that runs there. Returns how many parts were held against the whole.
int expect_parts_of_the_whole(Settings settings, Processor processor, const std::string& what) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  const Stage& stage = workload.main_stage();
  settings.execution.processor = processor;
  // all variants that are to have one result's bits are held against it
  const std::string_view usual = processor == Processor::cpu ? stage.default_cpu : stage.default_gpu;
  std::optional<Frame> shared;
  int held = 0;
  for (const NamedVariant& named : stage.variants) {
    const Variant& variant = *named.variant;
    if (variant.processor != processor) continue;
    const auto choose = [&](std::string_view id) {
      choose_variant(settings, workload, fmt::format("{}={}", stage.id, id));
    };
    std::optional<Frame> own;
    std::optional<Frame>& expected = variant.reordered ? own : shared;
    if (!expected) {
      choose(variant.reordered || stage.find(usual)->reordered ? named.id : usual);
      const Planned whole = plan(settings, catalog(), device::all());
      if (!whole) continue;  // as for all settings: another test says so
      expected = frame_of(whole);
    }
    choose(named.id);
    for (const Cutout& part : parts_of(expected->field.size())) {
      const Planned planned = plan_part(settings, catalog(), device::all(), part);
      if (!planned && !plan(settings, catalog(), device::all())) break;
      EXPECT_TRUE(planned) << workload.id << " " << named.id << what << ": " << planned.refusal;
      if (!planned) continue;
      const Frame frame = frame_of(planned, PartRun{.reduced = &expected->reduced});
      EXPECT_EQ(frame.field.size(), part.size);
      EXPECT_EQ(differing(frame, *expected), 0)
          << workload.id << " " << named.id << what << " " << part.x << "," << part.y;
      ++held;
    }
  }
  return held;
}

class Tileable : public ::testing::TestWithParam<Processor> {};

TEST_P(Tileable, PartsHaveTheBitsOfTheWhole) {
  if (GetParam() == Processor::gpu && !device::facts().available) GTEST_SKIP() << "skipped: no CUDA device";
  constexpr double most_iterations = 5000;  // of deep places a test of their own has less
  int workloads = 0;
  for (const Workload* workload : catalog()) {
    if (!workload->tileable) continue;
    ++workloads;
    std::vector<Values> all{{}};
    for (const Scene& scene : workload->scenes) all.emplace_back(scene.values.begin(), scene.values.end());
    int held = 0;
    for (const Values& values : all) {
      const auto limit = values.find("max_iterations");
      if (limit != values.end() && static_cast<double>(limit->second) > most_iterations) continue;
      for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        Settings settings = default_settings(*workload);
        for (const auto& [id, value] : values) settings.problem.parameters[id] = value;
        settings.problem.precision = precision;
        settings.problem.size = workload->image ? Size{131, 97} : Size{301, 203};
        held += expect_parts_of_the_whole(settings, GetParam(), fmt::format(" {}", id_of(precision)));
      }
    }
    EXPECT_GT(held, 0) << workload->id;
  }
  EXPECT_GE(workloads, 4);
}

/// One reference for all parts: that of the whole.
TEST_P(Tileable, DeepPartsHaveTheBitsOfTheWhole) {
  if (GetParam() == Processor::gpu && !device::facts().available) GTEST_SKIP() << "skipped: no CUDA device";
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.size = {61, 43};
  Values& values = settings.problem.parameters;
  values["center_re"] = Decimal::parse("-0.743643887037158704752191506114774");
  values["center_im"] = Decimal::parse("0.131825904205311970493132056385139");
  values["max_iterations"] = 3000;
  for (const char* span : {"1e-20", "1e-300"}) {
    values["span"] = Decimal::parse(span);
    EXPECT_GT(expect_parts_of_the_whole(settings, GetParam(), fmt::format(" {}", span)), 0);
  }
  values["span"] = Decimal::parse("1e-25");
  values["max_iterations"] = 20000;
  settings.problem.size = {24, 16};
  for (const double refine : {1, 2}) {
    if (refine == 2 && GetParam() == Processor::gpu) continue;
    values["refine"] = refine;
    EXPECT_GT(expect_parts_of_the_whole(settings, GetParam(), " refined"), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(On, Tileable, ::testing::Values(Processor::cpu, Processor::gpu),
                         [](const auto& of) { return std::string(id_of(of.param)); });

/// Points of known counts, far out in the largest picture.
TEST(TileableParts, FarColumnsAreWhereTheyBelong) {
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

/// Patterns know where a part lies, in images that nobody can hold.
TEST(TileableParts, FarPartsOfASourceAreWhereTheyBelong) {
  Settings settings = default_settings(find_workload(catalog(), "transpose"));
  settings.problem.source = {.id = "gradient"};
  settings.problem.size = {longest_side, longest_side - 1};
  const auto value = [&](int x, int y) {
    const Cutout part{.x = x, .y = y, .size = {1, 1}, .whole = {longest_side - 1, longest_side}};
    return frame_of(plan_part(settings, catalog(), device::all(), part)).field.value(0, 0);
  };
  EXPECT_EQ(value(0, 0), 0);
  EXPECT_EQ(value(longest_side - 2, 0), 0);
  EXPECT_EQ(value(5, longest_side - 1), 255);
  settings.problem.source = {.id = "zone_plate"};
  EXPECT_NEAR(value(longest_side / 2, longest_side / 2), 255, 1e-6);
}

/// A whole and its part have the same sum, in whatever parts it is added up.
TEST(TileableParts, SumsOfPartsAreThatOfTheWhole) {
  for (const char* source : {"noise", "zone_plate", "mandelbrot", "wide_integers"}) {
    Settings settings = default_settings(find_workload(catalog(), "binarize"));
    settings.problem.source = {.id = source, .number = 1};
    settings.problem.size = {131, 97};
    const Planned whole = plan(settings, catalog(), device::all());
    const Frame expected = frame_of(whole);
    const ::heteroscope::Tileable& tileable = *whole.plan->workload->tileable;
    const Reduction& reduction = *whole.plan->stages.front().stage->reduction();
    for (const Size piece : {Size{131, 97}, Size{64, 64}, Size{40, 33}}) {
      const Pieces pieces(settings.problem.size, piece);
      Survey survey;
      Executor executor;
      int looks = 0;
      while (survey.pieces < pieces.count()) {
        ASSERT_LE(++looks, 20 * pieces.count()) << "it begins anew at most once for a power of two";
        const Planned part = plan_part(settings, catalog(), device::all(), pieces[survey.pieces]);
        const Frame frame = executor.execute(*part.plan, PartialsRun{.at = survey_grid(survey)}).value();
        add_part(survey, tileable, frame.input_summary, frame.reduced.front());
      }
      EXPECT_EQ(survey_total(survey, reduction, settings.problem.size.area()), expected.reduced.front())
          << source << " " << piece.width;
    }
  }
}

}  // namespace
}  // namespace heteroscope
