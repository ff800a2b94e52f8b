#include "core/device/cpu/thread_binding.hpp"

#include <dirent.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <set>
#include <stop_token>
#include <thread>

#include "core/device/device.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/plan/plan.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"

/// Threads that are bound to processors. What is looked at is which processors threads may run on; no clock is read.
namespace heteroscope {
namespace {

std::set<int> processors_in(const cpu_set_t& set) {
  std::set<int> out;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(static_cast<std::size_t>(i), &set)) out.insert(i);
  }
  return out;
}

/// The processors that a thread of this process may run on; 0: the calling one.
std::set<int> processors_of(pid_t thread = 0) {
  cpu_set_t set;
  CPU_ZERO(&set);
  ::sched_getaffinity(thread, sizeof set, &set);
  return processors_in(set);
}

/// Those of each thread of a team.
std::vector<std::set<int>> processors_of_team(int threads) {
  std::vector<std::set<int>> out(static_cast<std::size_t>(threads));
#pragma omp parallel num_threads(threads)
  out[static_cast<std::size_t>(omp_get_thread_num())] = processors_of();
  return out;
}

/// Two packages of two cores, each of which runs two threads at once, as Linux numbers them.
std::vector<ProcessorPlace> eight_places() {
  std::vector<ProcessorPlace> out;
  for (int processor = 0; processor < 8; ++processor)
    out.push_back({.package = processor / 2 % 2, .node = 0, .core = processor % 2, .processor = processor});
  std::ranges::sort(out);
  return out;
}

std::vector<int> places_of_team(ThreadBinding binding, int threads) {
  std::vector<int> out;
  for (int thread = 0; thread < threads; ++thread)
    out.push_back(place_of_thread(binding, thread, threads, eight_places()));
  return out;
}

TEST(ThreadBinding, NeighborsShareACoreFirst) {
  EXPECT_EQ(places_of_team(ThreadBinding::close, 8), (std::vector{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(places_of_team(ThreadBinding::close, 2), (std::vector{0, 4}));
}

TEST(ThreadBinding, FarThreadsShareNoPackageNorCore) {
  EXPECT_EQ(places_of_team(ThreadBinding::spread, 2), (std::vector{0, 2})) << "a package each";
  EXPECT_EQ(places_of_team(ThreadBinding::spread, 4), (std::vector{0, 1, 2, 3})) << "a core each";
}

TEST(ThreadBinding, MoreThreadsThanPlacesShareThemEvenly) {
  for (const ThreadBinding binding : {ThreadBinding::close, ThreadBinding::spread}) {
    std::map<int, int> threads;
    for (const int place : places_of_team(binding, 16)) ++threads[place];
    EXPECT_EQ(threads.size(), 8u);
    for (const auto& [place, count] : threads) EXPECT_EQ(count, 2);
  }
}

TEST(ThreadBinding, PlacesAreThoseOfTheProcess) {
  std::set<int> found;
  for (const ProcessorPlace& each : processor_places()) found.insert(each.processor);
  EXPECT_EQ(found, processors_of());
}

TEST(ReadyTeam, EachThreadHasOneProcessorAndAllOfThemAfterwards) {
  const std::set<int> all = processors_of();
  constexpr int threads = 3;
  for (const ThreadBinding binding : {ThreadBinding::close, ThreadBinding::spread}) {
    {
      const ReadyTeam bound(binding, threads);
      const std::vector<ProcessorPlace> one = processor_places();
      ASSERT_EQ(one.size(), 1u) << "the caller is bound, too";
      std::set<int> used;
      for (const std::set<int>& each : processors_of_team(threads)) {
        ASSERT_EQ(each.size(), 1u);
        used.merge(std::set<int>(each));
      }
      EXPECT_EQ(used.size(), std::min<std::size_t>(threads, all.size())) << "no two share one that need not";
    }
    for (const std::set<int>& each : processors_of_team(threads)) EXPECT_EQ(each, all);
  }
  const ReadyTeam unbound(ThreadBinding::none, threads);
  for (const std::set<int>& each : processors_of_team(threads)) EXPECT_EQ(each, all);
}

/// How many of the process's threads have a processor of their own.
std::size_t bound_processors() {
  std::set<int> out;
  DIR* const tasks = ::opendir("/proc/self/task");
  if (tasks == nullptr) return 0;
  while (const dirent* const each = ::readdir(tasks)) {
    const std::set<int> own = processors_of(std::atoi(each->d_name));
    if (std::atoi(each->d_name) > 0 && own.size() == 1) out.insert(*own.begin());
  }
  ::closedir(tasks);
  return out.size();
}

/// A picture that no variant has computed before somebody looks; it is cancelled once its threads were seen bound.
TEST(BoundFrame, EveryCpuVariantComputesOnBoundThreads) {
  if (processors_of().size() < 2) GTEST_SKIP() << "there is one processor";
  const Workload& workload = find_workload(catalog(), "mandelbrot");
  const std::set<int> all = processors_of();
  for (const NamedVariant& each : workload.stages.front().variants) {
    if (each.variant->processor != Processor::cpu || each.variant->knobs.threads_of_library) continue;
    Settings settings = default_settings(workload);
    settings.problem.size = {2048, 2048};
    settings.problem.parameters["center_re"] = -0.1;
    settings.problem.parameters["center_im"] = 0.7;
    settings.problem.parameters["span"] = 0.2;
    settings.problem.parameters["max_iterations"] = 1'000'000;
    settings.execution.variants["escape"].cpu = each.id;
    settings.execution.threads = 2;
    settings.execution.binding = ThreadBinding::spread;
    const Planned planned = plan_or_refusal(settings, catalog(), device::facts());
    ASSERT_TRUE(planned) << planned.refusal;
    const std::size_t expected = each.variant->knobs.threads ? 2 : 1;
    std::stop_source cancel;
    std::atomic<bool> ended{false};
    std::atomic<std::size_t> seen{0};
    std::thread observer([&] {
      while (!ended && seen < expected) {
        seen = std::max(seen.load(), bound_processors());
        std::this_thread::yield();
      }
      cancel.request_stop();
    });
    Executor executor;
    (void)executor.execute(*planned.plan, InteractiveRun{.waiter = {.stop = cancel.get_token()}});
    ended = true;
    observer.join();
    EXPECT_EQ(seen, expected) << each.id;
    EXPECT_EQ(processors_of(), all) << each.id;
  }
}

TEST(BoundFrame, HasTheSameBits) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.size = {97, 53};
  settings.execution.threads = 2;
  Executor executor;
  const auto free = executor.execute(*plan_or_refusal(settings, catalog(), device::facts()).plan, {});
  settings.execution.binding = ThreadBinding::close;
  const auto bound = executor.execute(*plan_or_refusal(settings, catalog(), device::facts()).plan, {});
  EXPECT_TRUE(compare(free->field.host_view(), bound->field.host_view()).equal());
}

TEST(BindingSetting, IsInFilesWhereItIsChosen) {
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  EXPECT_EQ(to_json(settings, catalog()).find("binding"), std::string::npos) << "files are as they were";
  settings.execution.binding = ThreadBinding::spread;
  const std::string text = to_json(settings, catalog());
  EXPECT_NE(text.find("\"binding\": \"spread\""), std::string::npos);
  EXPECT_EQ(settings_from_json(text, "s.json", catalog()), settings);
}

}  // namespace
}  // namespace heteroscope
