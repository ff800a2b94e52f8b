#include "core/device/cpu/thread_binding.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/parallel.hpp"

namespace heteroscope {

namespace {

/// Reads a number from one of the files in which Linux says how processors hang together; 0 where it does not say.
int topology_number(const std::filesystem::path& file) {
  int out = 0;
  std::ifstream(file) >> out;
  return std::max(out, 0);
}

/// Returns the processor's node of memory, which is a link among its files.
int node_in(const std::filesystem::path& folder) {
  constexpr std::string_view prefix = "node";
  std::error_code failed;
  for (const auto& each : std::filesystem::directory_iterator(folder, failed)) {
    const std::string name = each.path().filename();
    if (name.starts_with(prefix) && name.find_first_not_of("0123456789", prefix.size()) == std::string::npos)
      return std::stoi(name.substr(prefix.size()));
  }
  return 0;
}

ProcessorPlace place_of(int processor) {
  const std::filesystem::path folder = fmt::format("/sys/devices/system/cpu/cpu{}", processor);
  return {.package = topology_number(folder / "topology" / "physical_package_id"),
          .node = node_in(folder),
          .core = topology_number(folder / "topology" / "core_id"),
          .processor = processor};
}

bool bind_to(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(processor), &one);
  return ::sched_setaffinity(0, sizeof one, &one) == 0;
}

std::string refused(int code) {
  return "binding: this system does not allow binding threads to processors: " + reason_of(code);
}

}  // namespace

std::vector<ProcessorPlace> processor_places() {
  // how processors hang together stays as it is; which of them are allowed need not
  static const std::vector<ProcessorPlace> known = [] {
    std::vector<ProcessorPlace> all;
    const auto count = std::min<long>(::sysconf(_SC_NPROCESSORS_CONF), CPU_SETSIZE);
    all.reserve(static_cast<std::size_t>(std::max(count, 0L)));
    for (int processor = 0; processor < count; ++processor) all.push_back(place_of(processor));
    return all;
  }();
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<ProcessorPlace> out;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return out;
  for (const ProcessorPlace& each : known) {
    if (CPU_ISSET(static_cast<std::size_t>(each.processor), &allowed)) out.push_back(each);
  }
  std::ranges::sort(out);
  return out;
}

int place_of_thread(ThreadBinding binding, int thread, int threads, const std::vector<ProcessorPlace>& places) {
  const int count = static_cast<int>(places.size());
  const bool one_after_another = binding == ThreadBinding::close && threads <= count;
  const int place = one_after_another ? thread : static_cast<int>(std::int64_t{thread} * count / threads);
  return places[static_cast<std::size_t>(place)].processor;
}

std::string refusal_of(ThreadBinding binding) {
  if (binding == ThreadBinding::none) return {};
  if (omp_get_proc_bind() != omp_proc_bind_false)
    return "binding: OpenMP already binds its threads; unset OMP_PROC_BIND, OMP_PLACES and GOMP_CPU_AFFINITY";
  cpu_set_t now;
  CPU_ZERO(&now);
  const bool can = ::sched_getaffinity(0, sizeof now, &now) == 0 && ::sched_setaffinity(0, sizeof now, &now) == 0;
  return can ? std::string() : refused(errno);
}

ReadyTeam::ReadyTeam(ThreadBinding binding, int threads) {
  begin_team(threads);
  if (binding == ThreadBinding::none) return;
  const std::vector<ProcessorPlace> places = processor_places();
  if (places.empty()) throw BadInput(refused(ENOSYS));
  before_.resize(static_cast<std::size_t>(threads));
  std::atomic<int> failed = 0;
#pragma omp parallel num_threads(threads)
  {
    const int thread = omp_get_thread_num();
    cpu_set_t& before = before_[static_cast<std::size_t>(thread)];
    CPU_ZERO(&before);
    const bool bound = ::sched_getaffinity(0, sizeof before, &before) == 0 &&
                       bind_to(place_of_thread(binding, thread, omp_get_num_threads(), places));
    if (!bound) failed = errno;
  }
  if (failed == 0) return;
  give_back();
  throw BadInput(refused(failed));
}

ReadyTeam::~ReadyTeam() {
  give_back();
}

void ReadyTeam::give_back() noexcept {
  if (before_.empty()) return;
#pragma omp parallel num_threads(static_cast <int>(before_.size()))
  {
    const cpu_set_t& before = before_[static_cast<std::size_t>(omp_get_thread_num())];
    if (CPU_COUNT(&before) > 0) ::sched_setaffinity(0, sizeof before, &before);
  }
  before_.clear();
}

}  // namespace heteroscope
