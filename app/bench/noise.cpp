#include "app/bench/noise.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "app/bench/runner.hpp"
#include "core/base/plural.hpp"
#include "core/base/watch.hpp"
#include "core/ceilings/fixed_loop.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

namespace {

/// Something that always takes the same (core/ceilings/fixed_loop.hpp), as a plan that runs like any other: what
/// differs from run to run is the machine's, what it takes beyond itself is the program's.
struct FixedWork {
  std::int64_t turns = 0;                 ///< of the loop; none: it does nothing
  std::vector<double>* own_ms = nullptr;  ///< what the CPU's took from its first line to its last, run by run
};

constexpr std::string_view stage = "loop";
constexpr std::string_view on_one = "one";
constexpr std::string_view on_all = "all";
constexpr std::string_view on_gpu = "gpu";

/// The loop's number goes where the result does, so that no compiler leaves the loop out.
void put_found(const MapJob& job, std::uint32_t found) {
  if (job.parameters_as<FixedWork>().turns > 0) job.output.row<float>(0)[0] = static_cast<float>(found);
}

void note(const MapJob& job, const Watch& watch) {
  if (auto* const own = job.parameters_as<FixedWork>().own_ms) own->push_back(watch.ms());
}

void run_on_one(const MapJob& job) {
  const Watch watch;
  put_found(job, fixed_loop(job.parameters_as<FixedWork>().turns));
  note(job, watch);
}

void run_on_all(const MapJob& job) {
  const Watch watch;
  const std::int64_t turns = job.parameters_as<FixedWork>().turns;
  std::atomic<std::uint32_t> found{0};
#pragma omp parallel num_threads(job.threads)
  found.fetch_xor(fixed_loop(turns), std::memory_order_relaxed);
  put_found(job, found);
  note(job, watch);
}

void run_on_gpu(const MapJob& job) {
  device::launch_fixed_loop(job.parameters_as<FixedWork>().turns, static_cast<std::uint32_t*>(job.output.data),
                            job.stream);
}

Variant variant_of(Processor processor, void (*run)(const MapJob&), bool threads) {
  static constexpr std::array precisions{Precision::fp32};
  static constexpr std::array memory{MemoryKind::device};
  Variant out;
  out.processor = processor;
  out.knobs.precisions = precisions;
  if (processor == Processor::gpu) out.knobs.memory_kinds = memory;
  out.knobs.threads = threads;
  out.run = run;
  return out;
}

const Workload& workload() {
  static const Variant one = variant_of(Processor::cpu, run_on_one, false);
  static const Variant all = variant_of(Processor::cpu, run_on_all, true);
  static const Variant gpu = variant_of(Processor::gpu, run_on_gpu, false);
  static const Workload out = [] {
    Workload made;
    made.id = "fixed_work";
    made.bind = [](const Values&) { return std::any(FixedWork{}); };
    made.stages = {Stage{stage, {{on_one, &one}, {on_all, &all}, {on_gpu, &gpu}}, on_one, on_gpu}};
    made.work = [](const std::any&, Size, Precision, const Summary&) { return Work{.operations = 1, .unit = "loops"}; };
    return made;
  }();
  return out;
}

/// On so many threads of the CPU, each of which does all of it; 0: on one thread of the first GPU. The device must be
/// there.
Plan fixed_plan(int threads, const FixedWork& work) {
  const std::array<const Workload*, 1> catalog{&workload()};
  Settings settings = default_settings(workload());
  settings.problem.precision = Precision::fp32;
  settings.problem.size = {1, 1};
  settings.execution.processor = threads > 0 ? Processor::cpu : Processor::gpu;
  settings.execution.threads = threads;
  settings.execution.variants[std::string(stage)] = {std::string(threads > 1 ? on_all : on_one), std::string(on_gpu)};
  Planned planned = plan(settings, catalog, device::Devices::here());
  if (!planned) throw BadInput(planned.refusal);
  planned.plan->parameters = work;
  return *std::move(planned.plan);
}

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
