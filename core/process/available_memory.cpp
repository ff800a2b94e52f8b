#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "core/base/number_text.hpp"
#include "core/process/memory_limit.hpp"

namespace heteroscope::memory {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

std::size_t physical() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) : unlimited;
}

/// The number in a control group's file; "max", or no such file: unlimited.
std::size_t limit_in(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string text;
  if (!(file >> text)) return unlimited;
  return number_from<std::size_t>(text).value_or(unlimited);
}

/// The least limit on the way from the group up to its hierarchy's root: in a container the group's own path may not be
/// there, and the root is the container's.
std::size_t least_on_the_way(const std::filesystem::path& root, std::string group, const char* file) {
  std::size_t least = limit_in(root / file);
  while (!group.empty() && group != "/") {
    least = std::min(least, limit_in(root / group.substr(1) / file));
    const std::size_t last = group.find_last_of('/');
    group.erase(last == std::string::npos ? 0 : last);
  }
  return least;
}

/// Source of the formats: cgroups(7), proc_pid_cgroup(5).
std::size_t of_control_groups() {
  std::size_t least = unlimited;
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,") {
      least = std::min(least, least_on_the_way("/sys/fs/cgroup", group, "memory.max"));
    } else if (controllers.find(",memory,") != std::string::npos) {
      least = std::min(least, least_on_the_way("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
    }
  }
  return least;
}

std::size_t of_process(__rlimit_resource resource) {
  struct rlimit found {};
  if (getrlimit(resource, &found) != 0 || found.rlim_cur == RLIM_INFINITY) return unlimited;
  return found.rlim_cur;
}

}  // namespace

std::size_t available() {
  return std::min({physical(), of_control_groups(), of_process(RLIMIT_AS), of_process(RLIMIT_DATA)});
}

}  // namespace heteroscope::memory
