#include "core/device/cpu/cpu_facts.hpp"

#include <hwy/highway.h>
#include <omp.h>

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string_view>

#include "core/process/memory_limit.hpp"

namespace heteroscope {

namespace {

/// The value of the first of these names in the system's description of its first processor; empty if there is none.
std::string told(std::initializer_list<std::string_view> names) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (std::ranges::none_of(names, [&](std::string_view name) { return line.starts_with(name); })) continue;
    const std::size_t start = line.find_first_not_of(" \t", line.find(':') + 1);
    if (start != std::string::npos) return line.substr(start);
  }
  return {};
}

/// x86 says "model name", others "cpu model" or "Model".
std::string model_name() {
  const std::string name = told({"model name", "cpu model", "Model"});
  return name.empty() ? "unknown processor" : name;
}

int clock_mhz() {
  std::ifstream highest("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  if (int khz = 0; highest >> khz) return khz / 1000;
  std::istringstream present(told({"cpu MHz"}));
  double mhz = 0;
  present >> mhz;
  return static_cast<int>(mhz);
}

/// The best of the compiled targets that this processor has (the lowest bit set), by the name that processors' makers
/// give it.
std::string vector_target() {
  const int64_t usable = hwy::SupportedTargets() & HWY_TARGETS;
  std::string name = hwy::TargetName(usable & -usable);
  if (name == "AVX3") return "AVX-512";
  if (name.starts_with("AVX3_")) return "AVX-512 (" + name.substr(5) + ")";
  return name;
}

CpuFacts ask_cpu() {
  return {.name = model_name(),
          .threads = omp_get_num_procs(),
          .mhz = clock_mhz(),
          .vector_target = vector_target(),
          .memory_bytes = memory::available()};
}

}  // namespace

const CpuFacts& cpu_facts() {
  static const CpuFacts facts = ask_cpu();
  return facts;
}

}  // namespace heteroscope
