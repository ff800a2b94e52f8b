#include "core/device/likeness.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/run/gpu/gpu_run.hpp"

namespace heteroscope::device {
namespace {

/// An H100, as its driver describes it.
Facts h100() {
  return {.available = true,
          .name = "NVIDIA H100",
          .major = 9,
          .minor = 0,
          .multiprocessors = 132,
          .multiprocessor = {.threads = 2048,
                             .blocks = 32,
                             .registers = 65536,
                             .shared_bytes = 228 << 10,
                             .reserved_shared = 1 << 10,
                             .shared_unit = 128},
          .shared_bytes_per_block = 227 << 10,
          .clock_khz = 1980000,
          .fp32_per_fp64 = 2,
          .concurrent_managed_access = true,
          .cooperative_launch = true,
          .clusters = true};
}

Facts held(std::string_view words, Facts facts = h100()) {
  hold(facts, likeness_in(words).likeness.value());
  return facts;
}

TEST(Likeness, ACardHasWhatItsCapabilityHas) {
  const Facts turing = held("7.5");
  EXPECT_EQ(turing.held_to, "7.5");
  EXPECT_EQ(turing.name, "NVIDIA H100 (limited to compute capability 7.5)");
  EXPECT_EQ(turing.major, 7);
  EXPECT_EQ(turing.minor, 5);
  EXPECT_EQ(turing.shared_bytes_per_block, 64U << 10);
  EXPECT_EQ(turing.multiprocessor.threads, 1024);
  EXPECT_EQ(turing.multiprocessor.blocks, 16);
  EXPECT_EQ(turing.multiprocessor.reserved_shared, 0U);
  EXPECT_EQ(turing.fp32_per_fp64, 32);
  EXPECT_FALSE(turing.clusters);
  EXPECT_TRUE(turing.concurrent_managed_access);
  for (const char* each : {"8.6", "8.9", "12.0"}) {
    EXPECT_EQ(held(each).shared_bytes_per_block, 99U << 10) << each;
    EXPECT_EQ(held(each).fp32_per_fp64, 64) << each;
    EXPECT_TRUE(is_slow_in_fp64(held(each))) << each;
  }
  EXPECT_TRUE(held("12.0").clusters);
  EXPECT_FALSE(is_slow_in_fp64(h100()));
}

TEST(Likeness, NothingIsMoreThanTheGpuHas) {
  Facts small = h100();
  small.shared_bytes_per_block = 48 << 10;
  small.multiprocessor.threads = 512;
  small.clusters = false;
  const Facts out = held("12.0", small);
  EXPECT_EQ(out.shared_bytes_per_block, 48U << 10);
  EXPECT_EQ(out.multiprocessor.threads, 512);
  EXPECT_FALSE(out.clusters);
}

TEST(Likeness, UnderWsl2ManagedMemoryServesTheGpuAlone) {
  const Facts out = held("8.6,wsl2");
  EXPECT_FALSE(out.concurrent_managed_access);
  EXPECT_FALSE(is_reached_by_cpu(MemoryKind::managed, out));
  EXPECT_FALSE(is_reached_by_cpu(MemoryKind::device, out));
  EXPECT_TRUE(is_reached_by_cpu(MemoryKind::pinned, out));
  EXPECT_TRUE(is_reached_by_cpu(MemoryKind::managed, h100()));
}

/// A launch of a second is let be where nothing ends it; bands are as long as they are anyway.
TEST(Likeness, LongLaunchesAreCutWhereADisplayLimitsThem) {
  Facts gpu = h100();
  EXPECT_FALSE(exceeds_launch_limit(1e15, 1e9, gpu));
  gpu.limits_launch_time = true;
  EXPECT_TRUE(exceeds_launch_limit(1.01e12, 1e9, gpu));
  EXPECT_FALSE(exceeds_launch_limit(0.99e12, 1e9, gpu));
  EXPECT_EQ(steps_within_launch_limit(0, gpu), 16) << "nothing is known of a step";
  EXPECT_EQ(steps_within_launch_limit(10, gpu), 100);
  EXPECT_EQ(steps_within_launch_limit(5000, gpu), 1);
  gpu.limits_launch_time = false;
  EXPECT_GT(steps_within_launch_limit(10, gpu), std::int64_t{1} << 40);
}

TEST(Likeness, WhatNamesNoCardIsRefusedInOneLine) {
  for (const char* each : {"", "7", "9.0", "8.6,wsl", "8.6,wsl2,wsl2", "8.60", "turing", "8.6 ", "-8.6"}) {
    const Liked liked = likeness_in(each);
    EXPECT_FALSE(liked.likeness.has_value()) << each;
    EXPECT_NE(liked.why_not.find("7.5, 8.0, 8.6, 8.9, 12.0"), std::string::npos) << liked.why_not;
    EXPECT_EQ(liked.why_not.find('\n'), std::string::npos);
  }
}

TEST(Likeness, ASmallerCardStandsForNoLargerOne) {
  const auto refusal = [](std::string_view words, Capability gpu) {
    return refusal_of_likeness(likeness_in(words).likeness.value(), gpu);
  };
  EXPECT_NE(refusal("8.6", {7, 5}).find("7.5 cannot act as one of 8.6"), std::string::npos);
  EXPECT_EQ(refusal("8.6", {8, 6}), "");
  EXPECT_EQ(refusal("12.0", {9, 0}), "");
  EXPECT_NE(refusal("12.0", {8, 9}), "");
}

Launch launch_of(unsigned blocks, unsigned threads, std::size_t shared) {
  return {.function = nullptr, .grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .dynamic_shared = shared};
}

TEST(Likeness, LaunchesThatTheCardCouldNotMakeAreRefused) {
  const Facts turing = held("7.5");
  const KernelNeeds needs{.registers = 64, .static_shared = 1024, .local_bytes = 0, .most_threads = 1024};
  EXPECT_EQ(refusal_of_launch(turing, needs, launch_of(1000, 256, 63 << 10), false), "");
  EXPECT_NE(refusal_of_launch(turing, needs, launch_of(1000, 256, (63 << 10) + 1), false).find("shared memory"),
            std::string::npos);
  EXPECT_EQ(refusal_of_launch(h100(), needs, launch_of(1000, 256, (63 << 10) + 1), false), "");
  const KernelNeeds many{.registers = 255, .static_shared = 0, .local_bytes = 0, .most_threads = 1024};
  EXPECT_NE(refusal_of_launch(turing, many, launch_of(1, 1024, 0), false).find("255 registers"), std::string::npos);
}

TEST(Likeness, BlocksThatWaitForEachOtherMustBeThereTogether) {
  Facts turing = held("7.5");
  turing.multiprocessors = 40;
  // 1024 threads a multiprocessor: four blocks of 256, by 64 registers as well
  const KernelNeeds needs{.registers = 64, .static_shared = 0, .local_bytes = 0, .most_threads = 1024};
  EXPECT_EQ(refusal_of_launch(turing, needs, launch_of(160, 256, 0), true), "");
  EXPECT_NE(refusal_of_launch(turing, needs, launch_of(161, 256, 0), true), "");
  EXPECT_EQ(refusal_of_launch(turing, needs, launch_of(161, 256, 0), false), "") << "they take turns";
}

/// Against what CUDA's programming guide and the data sheets say of cards that people have.
TEST(Capabilities, AreThoseOfTheProgrammingGuide) {
  const CapabilityFacts* const ampere = find_capability({8, 6});
  ASSERT_NE(ampere, nullptr);
  EXPECT_EQ(ampere->multiprocessor.threads, 1536);
  EXPECT_EQ(ampere->multiprocessor.blocks, 16);
  EXPECT_EQ(ampere->multiprocessor.shared_bytes, 100U << 10);
  EXPECT_EQ(find_capability({9, 0})->shared_bytes_per_block, 227U << 10);
  EXPECT_EQ(find_capability({3, 0}), nullptr);
  EXPECT_TRUE(std::ranges::is_sorted(known_capabilities(), {}, &CapabilityFacts::of));
  for (const CapabilityFacts& each : known_capabilities()) {
    EXPECT_LE(each.shared_bytes_per_block + each.multiprocessor.reserved_shared, each.multiprocessor.shared_bytes)
        << text(each.of) << ": a block that has all there is";
    EXPECT_EQ(each.multiprocessor.threads % 32, 0);
  }
}

TEST(Capabilities, AreReadAsTheyAreWritten) {
  EXPECT_EQ(capability_in("12.0"), (Capability{12, 0}));
  EXPECT_EQ(text({12, 0}), "12.0");
  for (const char* each : {"", "8", "8.", ".6", "8.6.1", "8,6", "x", "8.-1", "8.-0", "08.6", "8.06", "0.5", "8.10"})
    EXPECT_EQ(capability_in(each), std::nullopt) << each;
}

}  // namespace
}  // namespace heteroscope::device
