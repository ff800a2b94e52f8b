#include "app/bench/noise.hpp"

#include <algorithm>

#include "app/bench/fixed_work.hpp"
#include "app/bench/runner.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

/// About a millisecond of the loop.
constexpr std::int64_t turns_on_cpu = 600'000;
constexpr std::int64_t turns_on_gpu = 100'000;
/// The number of runs of each kind; the interval then is from the 6th to the 15th.
constexpr int runs = 20;

double width(const FixedTimes& times) {
  return times.interval.high - times.interval.low;
}

}  // namespace

double Noise::share() const {
  double out = 0;
  for (const FixedTimes& each : loop) out = std::max(out, width(each) / each.ms.median);
  return out;
}

double Noise::floor_ms() const {
  double out = 0;
  for (const FixedTimes& each : nothing) out = std::max(out, width(each));
  return out;
}

double Noise::of(double ms) const {
  return share() * std::min(ms, loop.front().ms.median) + floor_ms();
}

std::optional<double> Noise::drift() const {
  if (loop.size() < 2) return std::nullopt;
  return loop.back().ms.median / loop.front().ms.median - 1;
}

double Noise::added_ms() const {
  return nothing.front().added_ms.value_or(nothing.front().ms.median);
}

double Noise::added_share() const {
  const double added = loop.front().added_ms.value_or(added_ms());
  return added / (loop.front().ms.median - added);
}

struct NoiseMeter::State {
  // These runs are short, and so are not stopped.
  Runner runner{{.sampling = {.runs = runs}}, [] { return false; }};
};

NoiseMeter::NoiseMeter() : state_(std::make_unique<State>()) {}
NoiseMeter::~NoiseMeter() = default;

std::string processor_words(int threads) {
  return threads > 0 ? plural(threads, "thread") : "the GPU";
}

bool NoiseMeter::has(int threads) const {
  return std::ranges::find(measured_, threads, &Noise::threads) != measured_.end();
}

void NoiseMeter::measure(int threads) {
  if (has(threads)) return;
  Noise& noise = measured_.emplace_back(Noise{.threads = threads, .loop = {}, .nothing = {}, .regions = {}});
  add_to(noise);
  if (threads > 1) noise.regions = measure_parallel_regions(threads);
}

void NoiseMeter::measure_again() {
  for (Noise& each : measured_) add_to(each);
}

void NoiseMeter::add_to(Noise& noise) {
  noise.loop.push_back(times(noise.threads, noise.threads > 0 ? turns_on_cpu : turns_on_gpu));
  noise.nothing.push_back(times(noise.threads, 0));
}

FixedTimes NoiseMeter::times(int threads, std::int64_t turns) {
  std::vector<double> own_ms;
  // not in one go with its members: where memory ends in the middle of that, GCC 12 frees what was made twice
  PlannedCase one;
  one.plan = fixed_plan(threads, {.turns = turns, .own_ms = &own_ms});
  const CaseRuns measured = state_->runner.run({&one, 1}).front();
  FixedTimes out{
      .ms = statistics_of(measured.runs, &BenchRun::ms), .interval = *interval_of(measured.runs), .added_ms = {}};
  if (own_ms.empty()) return out;
  // the runs that count are the last
  std::vector<double> added;
  const std::size_t before = own_ms.size() - measured.runs.size();
  for (std::size_t i = 0; i < measured.runs.size(); ++i) added.push_back(measured.runs[i].ms - own_ms[before + i]);
  out.added_ms = statistics(added).median;
  return out;
}

}  // namespace heteroscope
