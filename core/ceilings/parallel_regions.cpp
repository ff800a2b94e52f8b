#include "core/ceilings/parallel_regions.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/base/watch.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {

namespace {

/// The median time of so many regions, before each of which `before` is called.
template <class Before>
double median_ms(int threads, int runs, Before before) {
  std::vector<double> all;
  for (int run = 0; run < runs; ++run) {
    before();
    const Watch watch;
    begin_team(threads);
    all.push_back(watch.ms());
  }
  return statistics(all).median;
}

}  // namespace

RegionTimes measure_parallel_regions(int threads) {
  constexpr int many = 101;
  constexpr int some = 5;
  constexpr std::chrono::milliseconds until_asleep(20);
  begin_team(threads);
  RegionTimes out;
  out.ready_ms = median_ms(threads, many, [] {});
  out.woken_ms = median_ms(threads, some, [&] { std::this_thread::sleep_for(until_asleep); });
  if (const int fewer = threads / 2; fewer > 1) out.regrown_ms = median_ms(threads, some, [&] { begin_team(fewer); });
  return out;
}

}  // namespace heteroscope
