#pragma once

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "app/window/features/bench/task.hpp"
#include "kernels/registry.hpp"

/// Small things for the window's bench to measure.
namespace heteroscope {

inline constexpr const char* tiny =
    "heteroscope bench mandelbrot --scene full --size 33x17 --set max_iterations=9 --precision fp64 --threads 1 "
    "--variant sequential --variant simd";
/// Scenes and precisions are measured one after the other.
inline constexpr const char* several = "heteroscope bench mandelbrot --size 400x300 --threads 1 --variant sequential";

/// Whether it does within two minutes: rows take long beside other programs.
template <class Condition>
bool comes_true(const Condition& condition) {
  for (int i = 0; i < 12000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

inline BenchOutlook outlook(const char* line) {
  return outlook_of(line, catalog());
}

/// A collection of two small ones, and of one that cannot be measured.
inline BenchOutlook a_few() {
  BenchOutlook out = outlook(tiny);
  out.asked.title = "few";
  for (const char* const line : {"heteroscope bench transpose --size 20x10 --precision fp32 --processor cpu",
                                 "heteroscope bench blur --size 20x10 --precision fp32 --processor cpu"})
    out.asked.parts.push_back(outlook(line).asked.parts.front());
  for (BenchCase& each : out.asked.parts.back().cases) each.skipped = "it takes a year";
  return out;
}

/// What comes of measuring it; null where nothing does in time.
inline std::shared_ptr<const BenchViews> measured(const BenchOutlook& of) {
  BenchTask task;
  task.start(of, BenchCare::quick);
  return comes_true([&] { return !task.running(); }) ? task.measured()->views : nullptr;
}

inline std::vector<std::string> titles_of(const BenchViews& views) {
  std::vector<std::string> out;
  for (const auto& each : views.parts) out.push_back(title_of(*each));
  return out;
}

}  // namespace heteroscope
