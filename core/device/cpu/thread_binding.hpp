#pragma once

#include <sched.h>

#include <array>
#include <string>
#include <vector>

#include "core/types/types.hpp"

namespace heteroscope {

/// Where the CPU's threads of a frame run: wherever the system puts them, each on a processor of its own beside the one
/// before, or as far from each other as possible. The latter two are what OpenMP calls so (OpenMP 5.2, 10.1.3).
enum class ThreadBinding { none, close, spread };

template <>
inline constexpr std::array<IdTable<ThreadBinding>, 3> ids<ThreadBinding>{
    {{ThreadBinding::none, "none"}, {ThreadBinding::close, "close"}, {ThreadBinding::spread, "spread"}}};

/// A processor that a thread can be bound to, and what it shares with others.
struct ProcessorPlace {
  int package = 0;
  int node = 0;  ///< the memory that is near to it (NUMA)
  int core = 0;  ///< several processors share one where it runs several threads at once
  int processor = 0;
  auto operator<=>(const ProcessorPlace&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// Returns the places that the calling thread may run on, neighbors next to each other.
std::vector<ProcessorPlace> processor_places();
/// Returns the processor for a thread, by its number in a team. Where there are more threads than places, some share
/// one.
int place_of_thread(ThreadBinding binding, int thread, int threads, const std::vector<ProcessorPlace>& places);

/// Says why threads cannot be bound so here; empty if they can.
std::string refusal_of(ThreadBinding binding);

/// Has the threads of the OpenMP team that the calling thread begins ready, awake and bound, and gives them back what
/// they could run on before. Parallel regions of as many threads that this thread begins meanwhile run on these: OpenMP
/// keeps a team's threads for the next one. Throws BadInput where the system refuses.
class ReadyTeam {
 public:
  ReadyTeam(ThreadBinding binding, int threads);
  ~ReadyTeam();
  ReadyTeam(const ReadyTeam&) = delete;
  ReadyTeam& operator=(const ReadyTeam&) = delete;

 private:
  void give_back() noexcept;

  std::vector<cpu_set_t> before_;  ///< the affinity of each thread before; none while nothing is bound
};

}  // namespace heteroscope
