#include "core/run/counted_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/run/gpu/launch_notes.hpp"

namespace heteroscope {

namespace {

/// Frames all alike, wherever an iteration stands.
TimedRun options_with(bool summarize) {
  return {.destination = Destination::device, .summarize = summarize};
}

constexpr std::int64_t most_calls = 2000;  // each is a range, of some KiB

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

/// Returns the counts of all calls of a stage, by stage.
std::vector<CountedLaunches::Stage> stages_of(const std::vector<device::CountedRange>& ranges) {
  std::vector<CountedLaunches::Stage> out;
  for (const device::CountedRange& range : ranges) {
    const int stage = stage_of(range);
    auto at = std::ranges::find(out, stage, &CountedLaunches::Stage::stage);
    if (at == out.end()) at = out.insert(out.end(), {stage, {}});
    for (const auto& [name, value] : range.counts) at->counts[name] += value;
  }
  std::ranges::sort(out, {}, &CountedLaunches::Stage::stage);
  return out;
}

/// Returns false where it was given up between passes. Throws CountersUnavailable.
bool count(LocalExecutor& executor, const Plan& plan, const CountedRun& run, CountedLaunches& counted) {
  run.waiter.tell("counters", 0);
  device::Counters reader(run.counters, static_cast<std::size_t>(counted.calls));
  Counting counting(reader);
  for (bool more = true; more; more = reader.end_pass()) {
    if (run.waiter.asked()) return false;
    const int passes = std::max(counted.passes + 1, reader.passes());
    run.waiter.tell(pass_words(counted.passes + 1, passes), static_cast<double>(counted.passes) / passes);
    counting.next_pass();
    reader.begin_pass();
    executor.execute_observed(plan, options_with(false), counting);
    ++counted.passes;
  }
  run.waiter.tell({}, 1);
  counted.stages = stages_of(reader.read());
  return true;
}

}  // namespace

std::string pass_words(int pass, int passes) {
  return fmt::format("counters, pass {} of {}", pass, passes);
}

std::optional<Frame> execute_counted(LocalExecutor& executor, const Plan& plan, const CountedRun& run) {
  // sources, tables and the kernels' code are there before anything is counted; and work may depend on what comes out
  LaunchNotes notes;
  Frame frame = executor.execute_observed(plan, options_with(true), notes).value();
  // what is counted is wanted, with the source, which the model of the accesses may depend on
  frame.field = frame.distances = frame.table = {};
  frame.states.clear();
  const device::Use use(plan.participants.front().device);
  CountedLaunches& counted = frame.counted.emplace(CountedLaunches{.kernels = notes.kernels(), .calls = notes.calls()});
  if (run.counters.empty() || counted.calls == 0) return frame;
  if (counted.calls > most_calls) {
    throw BadInput(
        fmt::format("counters: this frame calls its variants {} times; at most {} can be counted: take fewer steps",
                    counted.calls, most_calls));
  }
  try {
    if (!count(executor, plan, run, counted)) return std::nullopt;
  } catch (const device::CountersUnavailable& why) {
    counted.uncounted = why.what();
  }
  return frame;
}

}  // namespace heteroscope
