#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/ceilings/fixed_loop.hpp"
#include "core/device/cpu/cpu_caches.hpp"
#include "core/device/cpu/cpu_state.hpp"
#include "core/device/cpu/processor_use.hpp"
#include "core/device/management.hpp"
#include "core/process/proc_stat.hpp"
#include "tests/unit/fake_proc_stat.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"

/// What is known of processors while they work: clocks, heat, who uses them, caches.
namespace heteroscope {
namespace {

using testing::FakeProcStat;
using testing::TemporaryFolder;

void put_text(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

TEST(Management, SaysHowAGpuIs) {
  const device::Management management(HETEROSCOPE_FAKE_NVML);
  EXPECT_EQ(management.driver(), "580.159.03");
  const device::GpuState state = management.state("0000:01:00.0");
  EXPECT_EQ(state.mhz, 1980);
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

TEST(Management, TellsWhoUsesAGpu) {
  const device::Management management(HETEROSCOPE_FAKE_NVML);
  const std::string pci = "0000:01:00.0";
  const std::uint64_t first = management.last_look(pci);
  EXPECT_EQ(first, 1000U);
  EXPECT_EQ(management.used_by_others(pci, 0), 0) << "this process alone uses it";
  const std::optional<double> beside = management.used_by_others(pci, first);
  ASSERT_TRUE(beside);
  EXPECT_NEAR(*beside, 0.38, 1e-12) << "of two others, and of no sample that is of before or that none can have";
  EXPECT_FALSE(management.used_by_others(pci, 2000)) << "nobody has used it since";
  EXPECT_FALSE(management.used_by_others("0000:02:00.0", 0)) << "this process is not seen, and may be any of these";
  EXPECT_FALSE(management.used_by_others("0000:03:00.0", 0)) << "there is no such GPU";
  EXPECT_FALSE(device::Management("libthere-is-no-such-library.so.1").used_by_others(pci, 0));
}

TEST(ProcStat, HasRunningThreads) {
  EXPECT_EQ(running_threads("cpu  1 2 3\nprocesses 12\nprocs_running 7\nprocs_blocked 1\n"), 7u);
  EXPECT_EQ(running_threads("cpu  1 2 3\n"), 0u);
  EXPECT_EQ(running_threads(""), 0u);
}

TEST(ProcStat, HasTicksOfProcessors) {
  constexpr const char* text =
      "cpu  9 9 9 9 9 9 9 9 9 9\ncpu0 1 2 3 100 10 4 5 6 1 2\ncpu1 10 20 30 1000 100 40 50 60 0 0\ncpu10 7 0 0 1\nintr "
      "5\n";
  const std::optional<ProcessorTicks> all = processor_ticks(text, [](int) { return true; });
  ASSERT_TRUE(all);
  EXPECT_EQ(all->processors, 3);
  EXPECT_EQ(all->busy, 21 + 210 + 7) << "user, nice, system, irq, softirq and steal";
  EXPECT_EQ(all->all, 131 + 1310 + 8) << "and idle and iowait; guests are among users";
  const std::optional<ProcessorTicks> one = processor_ticks(text, [](int number) { return number == 1; });
  ASSERT_TRUE(one);
  EXPECT_EQ(one->processors, 1);
  EXPECT_EQ(one->busy, 210);
  EXPECT_FALSE(processor_ticks(text, [](int number) { return number == 2; }));
  EXPECT_FALSE(processor_ticks("cpu  1 2 3 4\n", [](int) { return true; })) << "the sum of all is no processor";
  EXPECT_FALSE(processor_ticks("", [](int) { return true; }));
}

TEST(ProcessorUse, OfOthersIsWhatIsNotThisProcesss) {
  FakeProcStat stat;
  const std::optional<ProcessorUse> from = processor_use();
  ASSERT_TRUE(from);
  EXPECT_GE(from->processors, 1);
  stat.goes_on(0.48);
  const std::optional<ProcessorUse> to = processor_use();
  ASSERT_TRUE(to);
  EXPECT_TRUE(far_enough_apart(*from, *to));
  EXPECT_NEAR(used_by_others(*from, *to), 0.48, 1e-3);
  ProcessorUse own = *to;
  own.own_ticks = from->own_ticks + 0.5 * static_cast<double>(to->busy_ticks - from->busy_ticks);
  EXPECT_NEAR(used_by_others(*from, own), 0.24, 1e-3);
  own.own_ticks = from->own_ticks + 2 * static_cast<double>(to->busy_ticks - from->busy_ticks);
  EXPECT_EQ(used_by_others(*from, own), 0) << "ticks are coarse, and what this process uses is known more finely";
}

TEST(ProcessorUse, OfTooShortATimeIsNotTold) {
  FakeProcStat stat;
  const ProcessorUse from = processor_use().value();
  stat.go_on(5, fewest_ticks - 6);
  EXPECT_FALSE(far_enough_apart(from, processor_use().value()));
  stat.go_on(1, 0);
  EXPECT_TRUE(far_enough_apart(from, processor_use().value()));
}

TEST(ProcessorUse, IsTheSystems) {
  EXPECT_FALSE(processor_use()) << "tests know nothing of other programs";
  const testing::SetVariable none("HETEROSCOPE_PROC_STAT", std::nullopt);
  const std::optional<ProcessorUse> now = processor_use();
  if (!now || now->all_ticks == 0) GTEST_SKIP() << "skipped: /proc/stat does not count here, as in some containers";
  EXPECT_GT(now->busy_ticks, 0);
  EXPECT_GT(now->own_ticks, 0);
}

TEST(CpuState, IsTheSystemsOfThisCpu) {
  const long cpus = sysconf(_SC_NPROCESSORS_CONF);
  const TemporaryFolder root;
  EXPECT_EQ(cpu_state(root.path()).mhz, std::nullopt);
  EXPECT_EQ(cpu_state(root.path()).slowdowns, std::nullopt);
  std::string list;
  for (int cpu = 0; cpu < cpus; ++cpu)
    list += "processor\t: " + std::to_string(cpu) + "\nmodel name\t: a CPU\ncpu MHz\t\t: 2450.5\n\n";
  put_text(root.path() / "proc/cpuinfo", list);
  EXPECT_EQ(cpu_state(root.path()).mhz, 2450);
  for (int cpu = 0; cpu < cpus; ++cpu) {
    const auto folder = root.path() / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu));
    put_text(folder / "cpufreq/scaling_cur_freq", "3100000\n");
    put_text(folder / "thermal_throttle/package_throttle_count", "17\n");
  }
  EXPECT_EQ(cpu_state(root.path()).mhz, 3100) << "which knows it better";
  EXPECT_EQ(cpu_state(root.path()).slowdowns, 17);
}

TEST(LastLevelBytes, CountsEachCacheOnce) {
  const TemporaryFolder root;
  EXPECT_GE(last_level_bytes(root.path()), std::size_t{1} << 20) << "nothing is said";
  for (int cpu = 0; cpu < 4; ++cpu) {
    const auto caches = root.path() / ("cpu" + std::to_string(cpu)) / "cache";
    put_text(caches / "index0/level", "1");
    put_text(caches / "index0/size", "48K");
    put_text(caches / "index1/level", "3");
    put_text(caches / "index1/size", "32M");
    put_text(caches / "index1/shared_cpu_list", cpu < 2 ? "0-1" : "2-3");
    put_text(caches / "index2/level", "2");
    put_text(caches / "index2/size", "1024K");
  }
  EXPECT_EQ(last_level_bytes(root.path()), std::size_t{64} << 20);
}

TEST(EvictCaches, TouchesEveryLine) {
  std::vector<std::byte> memory(64 * 1000);
  evict_caches(memory);
  for (std::size_t i = 0; i < memory.size(); i += 64) ASSERT_EQ(memory[i], std::byte{1}) << i;
}

TEST(EvictCaches, TakesTwiceWhatCachesHold) {
  EXPECT_EQ(bytes_to_evict(), 2 * last_level_bytes());
}

TEST(FixedLoop, IsTheGeneratorThatWasPublished) {
  EXPECT_EQ(fixed_loop(0), 2463534242U);
  EXPECT_EQ(fixed_loop(1), 723471715U) << "the first number of Marsaglia's xor()";
}

}  // namespace
}  // namespace heteroscope
