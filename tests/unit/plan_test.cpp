#include "core/plan/plan.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/process/memory_limit.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

const Workload& mandelbrot() {
  return find_workload(catalog(), "mandelbrot");
}

/// A device that can do everything, whether or not one is there: plan() only reads the facts.
device::Facts able() {
  device::Facts facts;
  facts.available = true;
  facts.name = "Test GPU";
  facts.memory_bytes = std::size_t{8} << 30;
  facts.concurrent_managed_access = true;
  facts.can_map_host_memory = true;
  return facts;
}

std::string bad_input(const Settings& settings) {
  try {
    (void)plan(settings, catalog(), able());
  } catch (const BadInput& wrong) {
    return wrong.what();
  }
  return "(nothing thrown)";
}

TEST(Plan, DefaultsRunOnTheCpu) {
  const Planned planned = plan(default_settings(mandelbrot()), catalog(), able());
  ASSERT_TRUE(planned) << planned.refusal;
  EXPECT_EQ(planned.plan->workload->id, "mandelbrot");
  EXPECT_NE(planned.plan->stages.front().cpu, nullptr);
  EXPECT_EQ(planned.plan->stages.front().gpu, nullptr);
  EXPECT_GE(planned.plan->threads, 1);
}

TEST(Plan, EachBadSettingIsNamed) {
  const Settings good = default_settings(mandelbrot());
  const auto with = [&](auto change) {
    Settings settings = good;
    change(settings);
    return bad_input(settings);
  };
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(with([](Settings& s) { s.problem.workload = "mandelbort"; }), "mandelbort"));
  EXPECT_TRUE(has(with([](Settings& s) { s.problem.size = {0, 10}; }), "size: 0x10"));
  EXPECT_TRUE(has(with([](Settings& s) { s.problem.size = {10, -4}; }), "size: 10x-4"));
  EXPECT_TRUE(has(with([](Settings& s) { s.execution.shares = {1.5}; }), "split: 1.5"));
  EXPECT_TRUE(has(with([](Settings& s) { s.execution.shares = {std::nan("")}; }), "split: nan"));
  EXPECT_TRUE(has(with([](Settings& s) { s.execution.threads = -1; }), "threads: -1"));
  EXPECT_TRUE(has(with([](Settings& s) { s.execution.block = {64, 32}; }), "block: 64x32"));
  EXPECT_TRUE(has(with([](Settings& s) { s.execution.block = {0, 8}; }), "block: 0x8"));
  EXPECT_TRUE(has(with([](Settings& s) { s.execution.block = {65536, 65536}; }), "block: 65536x65536"));
  EXPECT_TRUE(has(with([](Settings& s) { s.problem.parameters["spam"] = 1; }), "spam"));
  EXPECT_TRUE(has(with([](Settings& s) { s.problem.parameters["span"] = 0; }), "span"));
  EXPECT_TRUE(has(with([](Settings& s) { s.problem.parameters["span"] = std::nan(""); }), "span"));
  EXPECT_TRUE(
      has(with([](Settings& s) { s.problem.parameters["center_re"] = std::numeric_limits<double>::infinity(); }),
          "center_re"));
  EXPECT_TRUE(has(with([](Settings& s) { s.execution.variants["escape"].cpu = "cuda_2d"; }), "cuda_2d"));
  EXPECT_TRUE(has(with([](Settings& s) { s.look.palette = "mud"; }), "mud"));
}

TEST(Plan, TheDeviceRefusesWithAReason) {
  Settings settings = default_settings(mandelbrot());
  settings.execution.processor = Processor::gpu;
  device::Facts none;
  none.why_not = "the test says so";
  EXPECT_NE(plan(settings, catalog(), none).refusal.find("the test says so"), std::string::npos);

  device::Facts weak = able();
  weak.concurrent_managed_access = false;
  settings.execution.memory = MemoryKind::managed;
  settings.execution.processor = Processor::split;
  EXPECT_NE(plan(settings, catalog(), weak)
                .refusal.find("cannot access it from several processors at once; use this GPU alone"),
            std::string::npos);
}

TEST(Plan, ManagedMemoryWithoutConcurrentAccessServesTheGpuAlone) {
  if (mandelbrot().stages.front().find(mandelbrot().stages.front().default_gpu)->run == nullptr) {
    GTEST_SKIP() << "skipped: this build has no CUDA";
  }
  device::Facts weak = able();
  weak.concurrent_managed_access = false;
  Settings settings = default_settings(mandelbrot());
  settings.execution.processor = Processor::gpu;
  settings.execution.memory = MemoryKind::managed;
  const Planned alone = plan(settings, catalog(), weak);
  ASSERT_TRUE(alone) << alone.refusal;
  EXPECT_TRUE(alone.plan->gpu_memory_apart);
  EXPECT_FALSE(plan(settings, catalog(), able()).plan->gpu_memory_apart);
  settings.execution.memory = MemoryKind::pinned;
  EXPECT_FALSE(plan(settings, catalog(), weak).plan->gpu_memory_apart);
  settings.execution.memory = MemoryKind::device;
  EXPECT_TRUE(plan(settings, catalog(), able()).plan->gpu_memory_apart);
}

TEST(Plan, SizesBeyondTheGpusMemoryAreRefused) {
  if (mandelbrot().stages.front().find(mandelbrot().stages.front().default_gpu)->run == nullptr) {
    GTEST_SKIP() << "skipped: this build has no CUDA";
  }
  Settings settings = default_settings(mandelbrot());
  settings.execution.processor = Processor::gpu;
  settings.problem.size = {8192, 8192};
  device::Facts small = able();
  small.memory_bytes = std::size_t{64} << 20;
  EXPECT_NE(plan(settings, catalog(), small).refusal.find("the GPU has"), std::string::npos);
}

TEST(Plan, SidesThatAreNotComputedAtOnceAreRefused) {
  Settings settings = default_settings(mandelbrot());
  settings.problem.size = {65537, 2};
  const Planned whole = plan(settings, catalog(), able());
  EXPECT_EQ(whole.refusal, "size: 65537x2 has a side longer than 65536, the most that can be computed at once");
  EXPECT_TRUE(whole.too_large);
  settings.problem.size = {longest_side, longest_side};
  EXPECT_TRUE(plan(settings, catalog(), able()).too_large);
  settings.problem.size = {100, 0};
  EXPECT_THROW((void)plan(settings, catalog(), able()), BadInput);
}

TEST(Plan, PartsAreOfTheWhole) {
  Settings settings = default_settings(mandelbrot());
  settings.problem.size = {longest_side, longest_side};
  const Cutout part{.x = longest_side - 5, .y = 7, .size = {5, 3}, .whole = settings.problem.size};
  const Planned planned = plan_part(settings, catalog(), able(), part);
  ASSERT_TRUE(planned) << planned.refusal;
  EXPECT_EQ(planned.plan->output.size, (Size{5, 3}));
  EXPECT_EQ(planned.plan->cutout, part);
  EXPECT_EQ(planned.plan->settings, settings);
  EXPECT_EQ(planned.plan->parts.front().back().end, 3);
  const Cutout beyond{.x = 1, .size = settings.problem.size, .whole = settings.problem.size};
  EXPECT_NE(plan_part(settings, catalog(), able(), beyond).refusal, "");
  settings.problem.precision = Precision::fp32;
  EXPECT_NE(plan_part(settings, catalog(), able(), part).refusal.find("choose fp64"), std::string::npos);
  Settings triangle = default_settings(find_workload(catalog(), "triangle"));
  EXPECT_EQ(plan_part(triangle, catalog(), able(), {}).refusal, "size: triangle cannot be computed in pieces");
}

TEST(Plan, PartsOfAStencilReadWhatIsAround) {
  Settings settings = default_settings(find_workload(catalog(), "blur"));
  settings.problem.parameters["radius"] = 7;
  settings.problem.size = {100000, 90000};
  const auto planned = [&](int x, int y) {
    Planned out = plan_part(settings, catalog(), able(), {.x = x, .y = y, .size = {50, 40}, .whole = {100000, 90000}});
    EXPECT_TRUE(out) << out.refusal;
    return *std::move(out.plan);
  };
  const Plan inner = planned(1000, 2000);  // from 993 and 1993 on, and then from multiples of 16
  EXPECT_EQ(inner.read, (Cutout{992, 1984, {65, 63}, {100000, 90000}}));
  EXPECT_EQ(computed_part(inner), inner.read);
  EXPECT_EQ(inner.kept, (Cutout{8, 16, {50, 40}, {65, 63}}));
  EXPECT_EQ(inner.source_plan->cutout, inner.read);
  const Plan last = planned(99950, 89960);  // no further than the border
  EXPECT_EQ(last.read, (Cutout{99936, 89952, {64, 48}, {100000, 90000}}));
  Settings turned = default_settings(find_workload(catalog(), "transpose"));
  turned.problem.size = {100, 90};
  const Planned part = plan_part(turned, catalog(), able(), {.x = 5, .y = 60, .size = {7, 40}, .whole = {90, 100}});
  ASSERT_TRUE(part) << part.refusal;
  EXPECT_EQ(part.plan->read, (Cutout{60, 5, {40, 7}, {100, 90}}));
  EXPECT_EQ(part.plan->output.size, (Size{7, 40}));
}

TEST(Plan, SizesBeyondMemoryAreRefused) {
  Settings settings = default_settings(mandelbrot());
  settings.problem.size = {65536, 65536};
  if (static_cast<double>(memory::limit()) > 65536.0 * 65536 * 8)
    GTEST_SKIP() << "skipped: this computer could hold it";
  EXPECT_NE(plan(settings, catalog(), able())
                .refusal.find(" GB of memory may be used (--memory-limit or HETEROSCOPE_MEMORY_LIMIT sets the limit)"),
            std::string::npos);
}

TEST(Plan, GpuDefaultsComeFromTheVariant) {
  Settings settings = default_settings(mandelbrot());
  settings.execution.processor = Processor::split;
  const Stage& stage = mandelbrot().stages.front();
  for (const auto& [id, variant] : stage.variants) {
    if (variant->processor != Processor::gpu) continue;
    if (variant->run == nullptr) GTEST_SKIP() << "skipped: this build has no CUDA";
    settings.execution.variants["escape"].gpu = id;
    const Planned planned = plan(settings, catalog(), able());
    ASSERT_TRUE(planned) << planned.refusal;
    EXPECT_EQ(planned.plan->stages.front().block, variant->knobs.default_block);
    const auto& mappings = variant->knobs.mappings;
    EXPECT_EQ(planned.plan->stages.front().mapping, mappings.empty() ? "" : mappings.front());
  }
}

TEST(Plan, AColumnKernelRefusesATwoDimensionalBlock) {
  const Variant* columns = mandelbrot().stages.front().find("cuda_1d");
  ASSERT_NE(columns, nullptr);
  if (columns->run == nullptr) GTEST_SKIP() << "skipped: this build has no CUDA";
  Settings settings = default_settings(mandelbrot());
  settings.execution.block = {16, 16};
  EXPECT_NE(refusal_of("cuda_1d", *columns, settings, able()).find("256x1"), std::string::npos);
  settings.execution.block = {256, 1};
  EXPECT_EQ(refusal_of("cuda_1d", *columns, settings, able()), "");
}

/// A workload whose result has `cells` columns and rows, at least four, on either processor.
Catalog sized_catalog() {
  static const Variant cpu{.knobs = {.precisions = both_precisions}, .run = [](const MapJob&) {}};
  static const Variant gpu{.processor = Processor::gpu,
                           .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
                           .run = [](const MapJob&) {}};
  static const Workload workload = [] {
    Workload out;
    out.id = "sized";
    out.parameters = {
        {.id = "speed", .minimum = 0, .maximum = 1, .initial = 0.5},
        {.id = "cells", .kind = ParameterKind::integer, .minimum = 4, .maximum = 1 << 24, .initial = 100}};
    out.stages = {Stage{
        .id = "only", .variants = {{"plain", &cpu}, {"cuda", &gpu}}, .default_cpu = "plain", .default_gpu = "cuda"}};
    out.bind = [](const Values& values) -> std::any {
      const auto found = values.find("cells");
      return found == values.end() ? 100 : static_cast<int>(found->second);
    };
    out.output = [](const std::any& cells, Size, Precision precision) {
      return Extent{{std::any_cast<int>(cells), std::any_cast<int>(cells)}, precision};
    };
    return out;
  }();
  static const std::array<const Workload*, 1> all{&workload};
  return all;
}

Settings sized(double cells, Precision precision, Processor processor) {
  Settings settings = default_settings(*sized_catalog().front());
  settings.problem.parameters["cells"] = cells;
  settings.problem.precision = precision;
  settings.execution.processor = processor;
  return settings;
}

TEST(Plan, TheGpusRefusalNamesTheSizeThatFits) {
  device::Facts facts = able();
  facts.memory_bytes = 100'000'000;  // 90 million bytes may be filled
  const auto refusal = [&](const Settings& settings) { return plan(settings, sized_catalog(), facts).refusal; };
  // 4743² · 4 is 89 984 196, and 4744² · 4 is 90 022 144; 3354² · 8 is 89 994 528, and 3355² · 8 is 90 048 200
  EXPECT_EQ(refusal(sized(5000, Precision::fp32, Processor::gpu)),
            "cells: 5000 in fp32 needs 0.1 GB; the GPU has 0.1 GB of memory; cells up to 4743 fits into memory");
  EXPECT_EQ(refusal(sized(4744, Precision::fp32, Processor::split)),
            "cells: 4744 in fp32 needs 90.0 MB; the GPU has 0.1 GB of memory; cells up to 4743 fits into memory");
  EXPECT_EQ(refusal(sized(5000, Precision::fp64, Processor::gpu)),
            "cells: 5000 in fp64 needs 0.2 GB; the GPU has 0.1 GB of memory; cells up to 3354 fits into memory");
  EXPECT_EQ(refusal(sized(4743, Precision::fp32, Processor::gpu)), "");
  EXPECT_EQ(refusal(sized(3354, Precision::fp64, Processor::gpu)), "");
  EXPECT_EQ(refusal(sized(5000, Precision::fp32, Processor::cpu)), "");
  Settings pinned = sized(5000, Precision::fp32, Processor::gpu);
  pinned.execution.memory = MemoryKind::pinned;
  EXPECT_EQ(refusal(pinned), "");
}

TEST(Plan, TheRefusalNamesNoSizeBelowTheParametersRange) {
  device::Facts facts = able();
  facts.memory_bytes = 72;  // 64 bytes may be filled, four by four in fp32
  const auto refusal = [&](Precision precision) {
    return plan(sized(10, precision, Processor::gpu), sized_catalog(), facts).refusal;
  };
  EXPECT_EQ(refusal(Precision::fp32),
            "cells: 10 in fp32 needs 0.0 MB; the GPU has 0.0 MB of memory; cells up to 4 fits into memory");
  EXPECT_EQ(refusal(Precision::fp64), "cells: 10 in fp64 needs 0.0 MB; the GPU has 0.0 MB of memory");
}

TEST(Plan, TheRefusalStartsFromAValueThatIsNotNamed) {
  device::Facts facts = able();
  facts.memory_bytes = 10000;  // 9000 bytes: 33² · 8 is 8712; the initial 100 is too much
  Settings settings = sized(0, Precision::fp64, Processor::gpu);
  settings.problem.parameters.clear();
  const std::string refusal = plan(settings, sized_catalog(), facts).refusal;
  EXPECT_NE(refusal.find("cells: 100 in fp64"), std::string::npos) << refusal;
  EXPECT_NE(refusal.find("; cells up to 33 fits"), std::string::npos) << refusal;
}

TEST(Plan, TheHostsRefusalNamesTheSizeThatFits) {
  device::Facts facts = able();
  const std::string host = plan(sized(1 << 24, Precision::fp64, Processor::cpu), sized_catalog(), facts).refusal;
  const double room = static_cast<double>(memory::limit());
  const auto side = static_cast<std::int64_t>(std::sqrt(room / 8));
  const std::string end = "; cells up to " + std::to_string(side) + " fits into memory";
  EXPECT_EQ(host.rfind("cells: 16777216 in fp64 needs 2251799.8 GB; ", 0), 0U) << host;
  EXPECT_TRUE(host.ends_with(end)) << host << " should end with " << end;
  const auto refused = [&](std::int64_t cells) {
    return !plan(sized(static_cast<double>(cells), Precision::fp64, Processor::cpu), sized_catalog(), facts);
  };
  EXPECT_FALSE(refused(side));
  EXPECT_TRUE(refused(side + 1));
  // what fits has room in both memories
  facts.memory_bytes = 100'000'000;
  const std::string both = plan(sized(1 << 24, Precision::fp32, Processor::gpu), sized_catalog(), facts).refusal;
  EXPECT_NE(both.find(" GB of memory may be used (--memory-limit or HETEROSCOPE_MEMORY_LIMIT sets the limit)"),
            std::string::npos)
      << both;
  EXPECT_TRUE(both.ends_with("; cells up to 4743 fits into memory")) << both;
}

TEST(Plan, ASizeThatIsNoParameterHasNoSuchEnd) {
  Settings settings = default_settings(mandelbrot());
  settings.problem.size = {65536, 65536};
  const std::string refusal = plan(settings, catalog(), able()).refusal;
  EXPECT_EQ(refusal.find("fits"), std::string::npos) << refusal;
}

}  // namespace
}  // namespace heteroscope
