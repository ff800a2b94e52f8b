#include "core/device/cpu/cpu_state.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace heteroscope {

namespace {

std::optional<long> first_number_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  long out = 0;
  return file >> out ? std::optional(out) : std::nullopt;
}

/// "cpu MHz : 2450.000" below "processor : 3".
std::optional<int> listed_mhz(const std::filesystem::path& list, int cpu) {
  std::ifstream file(list);
  bool its = false;
  for (std::string line; std::getline(file, line);) {
    std::istringstream value(line.substr(std::min(line.find(':'), line.size() - 1) + 1));
    int number = -1;
    double mhz = 0;
    if (line.starts_with("processor") && value >> number) its = number == cpu;
    if (its && line.starts_with("cpu MHz") && value >> mhz) return static_cast<int>(mhz);
  }
  return std::nullopt;
}

}  // namespace

CpuState cpu_state(const std::filesystem::path& root) {
  const int cpu = std::max(sched_getcpu(), 0);
  const std::filesystem::path folder = root / "sys/devices/system/cpu" / fmt::format("cpu{}", cpu);
  CpuState out{.mhz = {}, .slowdowns = first_number_of(folder / "thermal_throttle/package_throttle_count")};
  if (const auto khz = first_number_of(folder / "cpufreq/scaling_cur_freq")) {
    out.mhz = static_cast<int>(*khz / 1000);
  } else {
    out.mhz = listed_mhz(root / "proc/cpuinfo", cpu);
  }
  return out;
}

}  // namespace heteroscope
