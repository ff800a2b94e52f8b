// The choice of vectors, and the threads of the standard library's algorithms.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "core/device/device.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "kernels/simd_targets.hpp"
#include "kernels/std_parallel.hpp"

namespace heteroscope {
namespace {

Settings of_variant(const char* variant, Precision precision) {
  Settings out = default_settings(find_workload(catalog(), "mandelbrot"));
  out.problem.size = {197, 83};
  out.problem.precision = precision;
  out.execution.variants["escape"].cpu = variant;
  out.execution.threads = 2;
  return out;
}

Frame computed(Executor& executor, const Settings& settings) {
  Planned planned = plan(settings, catalog(), device::facts());
  EXPECT_TRUE(planned) << planned.refusal;
  return *executor.execute(*std::move(planned.plan), {});
}

TEST(VectorWidths, GiveTheSameBits) {
  Executor executor;
  for (const Precision precision : both_precisions) {
    const Frame expected = computed(executor, of_variant("sequential", precision));
    for (const char* const variant : {"simd", "simd_tuned"}) {
      for (const int bits : vector_bits) {
        if (!vectors_unavailable(bits).empty()) continue;
        Settings settings = of_variant(variant, precision);
        settings.execution.tunables["vectors"] = bits;
        const Frame frame = computed(executor, settings);
        EXPECT_TRUE(compare(expected.field.host_view(), frame.field.host_view()).equal()) << variant << ' ' << bits;
      }
    }
  }
}

TEST(VectorWidths, WhatTheMachineLacksIsRefusedWithTheReason) {
  static constexpr int values[] = {0, 1};
  static constexpr Tunable tunables[] = {{.id = "width", .values = values, .unavailable = [](int value) {
                                            return value == 0 ? std::string() : std::string("this CPU is too narrow");
                                          }}};
  Variant narrow;
  narrow.knobs = {.precisions = both_precisions, .tunables = tunables};
  Settings settings = of_variant("simd", Precision::fp64);
  EXPECT_EQ(refusal_of("narrow", narrow, settings, device::facts()), "");
  settings.execution.tunables["width"] = 0;
  EXPECT_EQ(refusal_of("narrow", narrow, settings, device::facts()), "");
  settings.execution.tunables["width"] = 1;
  EXPECT_EQ(refusal_of("narrow", narrow, settings, device::facts()), "narrow: this CPU is too narrow");
  EXPECT_NE(vectors_unavailable(1024), "");
}

TEST(StdThreads, AreAsManyAsAskedFor) {
  for (const int threads : {1, 2, 5}) {
    // Each element waits for all others, so that it takes as many threads as there are elements.
    std::atomic<int> met = 0;
    std::atomic<unsigned> seen = 0;
    with_std_threads(threads, [&] {
      std::for_each(std::execution::par, Counting(0), Counting(threads), [&](std::int64_t) {
        seen |= 1U << std_thread();
        for (++met; met < threads;) std::this_thread::yield();
      });
    });
    EXPECT_EQ(seen, (1U << threads) - 1);
  }
}

TEST(StdThreads, CannotBeBound) {
  Settings settings = of_variant("std_par_unseq", Precision::fp64);
  settings.execution.binding = ThreadBinding::close;
  EXPECT_NE(plan(settings, catalog(), device::facts()).refusal.find("cannot be bound; use --bind none"),
            std::string::npos);
}

}  // namespace
}  // namespace heteroscope
