#include "core/run/gpu/launch_notes.hpp"

#include <algorithm>

namespace heteroscope {

void LaunchNotes::around(const Job& job, const std::function<void()>& call) {
  std::vector<device::Launch> launched;
  {
    const device::LaunchTap tap(launched);
    call();
  }
  const std::lock_guard lock(mutex_);
  ++calls_;
  for (const device::Launch& each : launched) {
    const auto found =
        std::ranges::find_if(notes_, [&](const Note& note) { return note.stage == job.stage && note.launch == each; });
    if (found != notes_.end()) {
      ++found->launches;
    } else {
      notes_.push_back({job.stage, each, 1});
    }
  }
}

std::int64_t LaunchNotes::calls() const {
  const std::lock_guard lock(mutex_);
  return calls_;
}

std::vector<NotedKernel> LaunchNotes::kernels() const {
  const std::lock_guard lock(mutex_);
  std::vector<NotedKernel> out;
  for (const Note& each : notes_) {
    if (auto facts = device::kernel_facts(each.launch.function))
      out.push_back({each.stage, *std::move(facts), each.launch, each.launches});
  }
  return out;
}

}  // namespace heteroscope
