#include "core/run/count_frame.hpp"

#include <algorithm>
#include <charconv>

#include "core/device/device.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

namespace {

/// Frames all alike, wherever an iteration stands.
ExecuteOptions options_with(LaunchObserver& observer) {
  return {.destination = Destination::device, .summarize = false, .observer = &observer, .restart = true};
}

std::vector<NotedKernel> kernels_in(const LaunchNotes& notes, const Plan& plan) {
  const device::Use use(plan.lanes.front().device);
  return notes.kernels();
}

/// A range of counters around each call of a variant, "stage.call".
class Counting : public LaunchObserver {
 public:
  explicit Counting(device::Counters& counters) : counters_(counters) {}

  void around(const Job& job, const std::function<void()>& call) override {
    device::synchronize();
    counters_.begin(std::to_string(job.stage) + "." + std::to_string(calls_++));
    call();
    device::synchronize();
    counters_.end();
  }
  void next_pass() { calls_ = 0; }

 private:
  device::Counters& counters_;
  int calls_ = 0;
};

int stage_of(const device::CountedRange& range) {
  int out = 0;
  std::from_chars(range.name.data(), range.name.data() + range.name.size(), out);
  return out;
}

}  // namespace

CountedFrame count_frame(const Plan& plan, std::span<const std::string> counters) {
  Executor executor;
  // sources, tables and the kernels' code are there before anything is counted
  LaunchNotes notes;
  ExecuteOptions ahead = options_with(notes);
  ahead.summarize = true;  // work may depend on what comes out
  const Frame first = executor.execute(plan, ahead).value();
  CountedFrame out{.stages = {}, .work = first.work, .input = first.input, .kernels = kernels_in(notes, plan)};
  const device::Use use(plan.lanes.front().device);
  device::Counters reader(counters);
  Counting counting(reader);
  for (bool more = true; more; more = reader.end_pass()) {
    counting.next_pass();
    reader.begin_pass();
    executor.execute(plan, options_with(counting));
    ++out.passes;
  }
  for (const device::CountedRange& range : reader.read()) {
    const int stage = stage_of(range);
    auto at = std::ranges::find(out.stages, stage, &CountedFrame::Stage::stage);
    if (at == out.stages.end()) at = out.stages.insert(out.stages.end(), {stage, {}});
    for (const auto& [name, value] : range.counts) at->counts[name] += value;
  }
  std::ranges::sort(out.stages, {}, &CountedFrame::Stage::stage);
  return out;
}

std::vector<NotedKernel> kernels_of(const Plan& plan) {
  LaunchNotes notes;
  Executor executor;
  executor.execute(plan, options_with(notes));
  return kernels_in(notes, plan);
}

}  // namespace heteroscope
