#include "core/plan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
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
  EXPECT_TRUE(has(with([](Settings& s) { s.workload = "mandelbort"; }), "mandelbort"));
  EXPECT_TRUE(has(with([](Settings& s) { s.size = {0, 10}; }), "size: 0x10"));
  EXPECT_TRUE(has(with([](Settings& s) { s.size = {10, -4}; }), "size: 10x-4"));
  EXPECT_TRUE(has(with([](Settings& s) { s.split = 1.5; }), "split: 1.5"));
  EXPECT_TRUE(has(with([](Settings& s) { s.split = std::nan(""); }), "split: nan"));
  EXPECT_TRUE(has(with([](Settings& s) { s.threads = -1; }), "threads: -1"));
  EXPECT_TRUE(has(with([](Settings& s) { s.block = {64, 32}; }), "block: 64x32"));
  EXPECT_TRUE(has(with([](Settings& s) { s.block = {0, 8}; }), "block: 0x8"));
  EXPECT_TRUE(has(with([](Settings& s) { s.block = {65536, 65536}; }), "block: 65536x65536"));
  EXPECT_TRUE(has(with([](Settings& s) { s.parameters["spam"] = 1; }), "spam"));
  EXPECT_TRUE(has(with([](Settings& s) { s.parameters["span"] = 0; }), "span"));
  EXPECT_TRUE(has(with([](Settings& s) { s.parameters["span"] = std::nan(""); }), "span"));
  EXPECT_TRUE(
      has(with([](Settings& s) { s.parameters["center_re"] = std::numeric_limits<double>::infinity(); }), "center_re"));
  EXPECT_TRUE(has(with([](Settings& s) { s.variants["escape"].cpu = "cuda_2d"; }), "cuda_2d"));
  EXPECT_TRUE(has(with([](Settings& s) { s.look.palette = "mud"; }), "mud"));
}

TEST(Plan, TheDeviceRefusesWithAReason) {
  Settings settings = default_settings(mandelbrot());
  settings.processor = Processor::gpu;
  device::Facts none;
  none.why_not = "no CUDA device: the test says so";
  EXPECT_NE(plan(settings, catalog(), none).refusal.find("the test says so"), std::string::npos);

  device::Facts weak = able();
  weak.concurrent_managed_access = false;
  settings.memory = MemoryKind::managed;
  EXPECT_NE(plan(settings, catalog(), weak).refusal.find("no concurrent managed access"), std::string::npos);
}

TEST(Plan, SizesBeyondTheGpusMemoryAreRefused) {
  if (mandelbrot().stages.front().find(mandelbrot().stages.front().default_gpu)->run == nullptr) {
    GTEST_SKIP() << "skipped: this build has no CUDA";
  }
  Settings settings = default_settings(mandelbrot());
  settings.processor = Processor::gpu;
  settings.size = {8192, 8192};
  device::Facts small = able();
  small.memory_bytes = std::size_t{64} << 20;
  EXPECT_NE(plan(settings, catalog(), small).refusal.find("the GPU has"), std::string::npos);
}

TEST(Plan, SizesBeyondMemoryAreRefused) {
  Settings settings = default_settings(mandelbrot());
  settings.size = {65536, 65536};
  if (static_cast<double>(host_memory()) * 0.8 > 65536.0 * 65536 * 8)
    GTEST_SKIP() << "skipped: this computer could hold it";
  EXPECT_NE(plan(settings, catalog(), able()).refusal.find("this computer has"), std::string::npos);
}

TEST(Plan, GpuDefaultsComeFromTheVariant) {
  Settings settings = default_settings(mandelbrot());
  settings.processor = Processor::split;
  const Stage& stage = mandelbrot().stages.front();
  for (const auto& [id, variant] : stage.variants) {
    if (variant->processor != Processor::gpu) continue;
    if (variant->run == nullptr) GTEST_SKIP() << "skipped: this build has no CUDA";
    settings.variants["escape"].gpu = id;
    const Planned planned = plan(settings, catalog(), able());
    ASSERT_TRUE(planned) << planned.refusal;
    EXPECT_EQ(planned.plan->stages.front().block, variant->knobs.default_block);
    EXPECT_EQ(planned.plan->stages.front().mapping, variant->knobs.mappings.front());
  }
}

TEST(Plan, AColumnKernelRefusesATwoDimensionalBlock) {
  const Variant* columns = mandelbrot().stages.front().find("cuda_1d");
  ASSERT_NE(columns, nullptr);
  if (columns->run == nullptr) GTEST_SKIP() << "skipped: this build has no CUDA";
  Settings settings = default_settings(mandelbrot());
  settings.block = {16, 16};
  EXPECT_NE(refusal_of("cuda_1d", *columns, settings, able()).find("256x1"), std::string::npos);
  settings.block = {256, 1};
  EXPECT_EQ(refusal_of("cuda_1d", *columns, settings, able()), "");
}

}  // namespace
}  // namespace heteroscope
