#include "core/run/count_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stop_token>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

namespace {

/// Frames all alike, wherever an iteration stands.
TimedRun options_with(LaunchObserver& observer) {
  return {.destination = Destination::device, .summarize = false, .observer = &observer};
}

constexpr std::size_t most_calls = 2000;  // each is a range, of some KiB

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

std::optional<CountedFrame> count_frame(const Plan& plan, std::span<const std::string> counters,
                                        const std::function<void(const std::vector<NotedKernel>&)>& ahead,
                                        const std::stop_token& stop) {
  Executor executor;
  // sources, tables and the kernels' code are there before anything is counted
  LaunchNotes notes;
  TimedRun first = options_with(notes);
  first.summarize = true;  // work may depend on what comes out
  const Frame frame = executor.execute(plan, first).value();
  const device::Use use(plan.participants.front().device);
  CountedFrame out{.stages = {}, .work = frame.work, .input = frame.input, .kernels = notes.kernels()};
  if (notes.calls() > most_calls) {
    throw BadInput(
        fmt::format("counters: this frame calls its variants {} times; at most {} can be counted: take fewer steps",
                    notes.calls(), most_calls));
  }
  if (notes.calls() == 0) return out;
  if (ahead) ahead(out.kernels);
  device::Counters reader(counters, notes.calls());
  Counting counting(reader);
  for (bool more = true; more && !stop.stop_requested(); more = reader.end_pass()) {
    counting.next_pass();
    reader.begin_pass();
    executor.execute(plan, options_with(counting));
    ++out.passes;
  }
  if (stop.stop_requested()) return std::nullopt;
  for (const device::CountedRange& range : reader.read()) {
    const int stage = stage_of(range);
    auto at = std::ranges::find(out.stages, stage, &CountedFrame::Stage::stage);
    if (at == out.stages.end()) at = out.stages.insert(out.stages.end(), {stage, {}});
    for (const auto& [name, value] : range.counts) at->counts[name] += value;
  }
  std::ranges::sort(out.stages, {}, &CountedFrame::Stage::stage);
  return out;
}

}  // namespace heteroscope
