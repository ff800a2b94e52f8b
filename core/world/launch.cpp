#include "core/world/launch.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/comma_list.hpp"
#include "core/base/number_text.hpp"
#include "core/process/memory_limit.hpp"

namespace heteroscope {
namespace {

/// The first of these variables that is a number.
std::optional<int> environment_number(std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const char* const text = std::getenv(name);
    if (text == nullptr) continue;
    if (const auto value = number_from<int>(text); value && *value >= 0) return value;
  }
  return std::nullopt;
}

void take_processors(const Launch& launch) {
  cpu_set_t bound;
  if (::sched_getaffinity(0, sizeof bound, &bound) != 0) return;
  const int all = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
  if (CPU_COUNT(&bound) != all) return;
  cpu_set_t own;
  CPU_ZERO(&own);
  const int first = all * launch.local_rank / launch.local_count;
  const int end = std::max(first + 1, all * (launch.local_rank + 1) / launch.local_count);
  for (int cpu = 0, index = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &bound)) continue;
    if (index >= first && index < end) CPU_SET(cpu, &own);
    ++index;
  }
  ::sched_setaffinity(0, sizeof own, &own);
}

/// The GPUs' names for CUDA, without asking it: then its choice would stand.
std::vector<std::string> gpus() {
  if (const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES"); visible != nullptr) {
    std::vector<std::string> out;
    for (const std::string_view each : words_between_commas(visible)) out.emplace_back(each);
    return out;
  }
  std::vector<std::string> out;
  std::error_code none;
  std::filesystem::directory_iterator devices("/dev", none);
  for (; !none && devices != std::filesystem::directory_iterator(); devices.increment(none)) {
    constexpr std::string_view start = "nvidia";
    const std::string name = devices->path().filename().string();
    if (name.size() > start.size() && name.starts_with(start) &&
        std::all_of(name.begin() + start.size(), name.end(), [](char c) { return c >= '0' && c <= '9'; }))
      out.push_back(std::to_string(out.size()));
  }
  return out;
}

void take_gpus(const Launch& launch) {
  const std::vector<std::string> all = gpus();
  if (all.empty()) return;
  const auto count = static_cast<int>(all.size());
  std::string own;
  if (count <= launch.local_count) {
    own = all[static_cast<std::size_t>(launch.local_rank % count)];
  } else {
    for (int i = launch.local_rank; i < count; i += launch.local_count)
      own += (own.empty() ? "" : ",") + all[static_cast<std::size_t>(i)];
  }
  ::setenv("CUDA_VISIBLE_DEVICES", own.c_str(), 1);
}

void take_memory(const Launch& launch) {
  if (const char* const chosen = std::getenv(memory::limit_variable); chosen != nullptr && *chosen != '\0') return;
  const std::size_t own = memory::available() / 5 * 4 / static_cast<std::size_t>(launch.local_count);
  ::setenv(memory::limit_variable, fmt::format("{}", std::max<std::size_t>(own, 1)).c_str(), 1);
}

}  // namespace

Launch launch_of_environment() {
  const auto rank = environment_number({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"});
  const auto count = environment_number({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"});
  if (!rank || !count || *rank >= *count) return {};
  Launch out{.rank = *rank, .count = *count};
  out.local_rank = environment_number({"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}).value_or(0);
  out.local_count = environment_number({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}).value_or(1);
  if (out.local_rank >= out.local_count) out.local_count = out.local_rank + 1;
  return out;
}

void take_own_share(const Launch& launch) {
  if (launch.local_count < 2) return;
  take_processors(launch);
  take_gpus(launch);
  take_memory(launch);
}

}  // namespace heteroscope
