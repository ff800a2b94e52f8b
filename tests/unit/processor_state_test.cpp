#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>

#include "core/base/statistics.hpp"
#include "core/base/watch.hpp"
#include "core/device/ceilings/fixed_loop.hpp"
#include "core/device/cpu_caches.hpp"
#include "core/device/cpu_state.hpp"
#include "core/device/management.hpp"
#include "tests/unit/temporary_folder.hpp"

/// What is known of processors while they work: clocks, heat, caches.
namespace heteroscope {
namespace {

using testing::TemporaryFolder;

void write(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

TEST(Management, SaysHowAGpuIs) {
  const device::Management management(HETEROSCOPE_FAKE_NVML);
  EXPECT_EQ(management.driver(), "580.159.03");
  const device::GpuState state = management.state("0000:01:00.0");
  EXPECT_EQ(state.mhz, 1980);
  EXPECT_EQ(state.memory_mhz, 2619);
  EXPECT_EQ(state.celsius, 71);
  EXPECT_EQ(device::slowdown_text(state.slowed_by), "power cap, heat") << "an idle clock is none";
}

TEST(Management, WhatIsNotSaidIsNotKnown) {
  const device::Management management(HETEROSCOPE_FAKE_NVML);
  for (const char* pci : {"0000:02:00.0", "0000:03:00.0", ""}) {
    const device::GpuState state = management.state(pci);
    EXPECT_EQ(state.mhz, std::nullopt) << pci;
    EXPECT_EQ(state.celsius, std::nullopt) << pci;
    EXPECT_EQ(state.slowed_by, 0U) << pci;
  }
  const device::Management none("libthere-is-no-such-library.so.1");
  EXPECT_EQ(none.driver(), "");
  EXPECT_EQ(none.state("0000:01:00.0").mhz, std::nullopt);
  const device::Management other("libm.so.6");
  EXPECT_EQ(other.driver(), "") << "a library without its functions";
}

TEST(CpuState, IsTheSystemsOfThisCpu) {
  const long cpus = sysconf(_SC_NPROCESSORS_CONF);
  const TemporaryFolder root;
  EXPECT_EQ(cpu_state(root.path()).mhz, std::nullopt);
  EXPECT_EQ(cpu_state(root.path()).slowdowns, std::nullopt);
  std::string list;
  for (int cpu = 0; cpu < cpus; ++cpu)
    list += "processor\t: " + std::to_string(cpu) + "\nmodel name\t: a CPU\ncpu MHz\t\t: 2450.5\n\n";
  write(root.path() / "proc/cpuinfo", list);
  EXPECT_EQ(cpu_state(root.path()).mhz, 2450);
  for (int cpu = 0; cpu < cpus; ++cpu) {
    const auto folder = root.path() / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu));
    write(folder / "cpufreq/scaling_cur_freq", "3100000\n");
    write(folder / "thermal_throttle/package_throttle_count", "17\n");
  }
  EXPECT_EQ(cpu_state(root.path()).mhz, 3100) << "which knows it better";
  EXPECT_EQ(cpu_state(root.path()).slowdowns, 17);
}

TEST(LastLevelBytes, CountsEachCacheOnce) {
  const TemporaryFolder root;
  EXPECT_GE(last_level_bytes(root.path()), std::size_t{1} << 20) << "nothing is said";
  for (int cpu = 0; cpu < 4; ++cpu) {
    const auto caches = root.path() / ("cpu" + std::to_string(cpu)) / "cache";
    write(caches / "index0/level", "1");
    write(caches / "index0/size", "48K");
    write(caches / "index1/level", "3");
    write(caches / "index1/size", "32M");
    write(caches / "index1/shared_cpu_list", cpu < 2 ? "0-1" : "2-3");
    write(caches / "index2/level", "2");
    write(caches / "index2/size", "1024K");
  }
  EXPECT_EQ(last_level_bytes(root.path()), std::size_t{64} << 20);
}

TEST(EvictCaches, TouchesEveryLine) {
  std::vector<std::byte> memory(64 * 1000);
  evict_caches(memory);
  for (std::size_t i = 0; i < memory.size(); i += 64) ASSERT_EQ(memory[i], std::byte{1}) << i;
}

/// A walk through 256 KB of which each place names the next: in a cache a step takes some ns, from memory ten times as
/// many. Medians of one run are compared, since others use the machine, too.
TEST(EvictCaches, LeavesNothingOfWhatWasThere) {
  constexpr std::size_t places = 4096;  // a cache line each
  std::vector<std::size_t> order(places);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin() + 1, order.end(), std::mt19937_64(1));
  std::vector<std::size_t> next(places * 8);
  for (std::size_t i = 0; i < places; ++i) next[8 * order[i]] = 8 * order[(i + 1) % places];
  std::size_t at = 0;
  const auto walk = [&] {
    const Watch watch;
    for (std::size_t i = 0; i < places; ++i) at = next[at];
    return watch.ms();
  };
  std::vector<std::byte> other(bytes_to_evict());
  std::vector<double> warm;
  std::vector<double> cold;
  for (int i = 0; i < 9; ++i) {
    evict_caches(other);
    cold.push_back(walk());
    warm.push_back(walk());
  }
  EXPECT_EQ(at, 0U);
  EXPECT_GT(statistics(cold).median, 1.5 * statistics(warm).median);
}

TEST(FixedLoop, IsTheGeneratorThatWasPublished) {
  EXPECT_EQ(fixed_loop(0), 2463534242U);
  EXPECT_EQ(fixed_loop(1), 723471715U) << "the first number of Marsaglia's xor()";
}

}  // namespace
}  // namespace heteroscope
