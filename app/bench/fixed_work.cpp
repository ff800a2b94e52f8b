#include "app/bench/fixed_work.hpp"

#include <array>
#include <atomic>

#include "core/base/watch.hpp"
#include "core/ceilings/fixed_loop.hpp"

namespace heteroscope {

namespace {

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

}  // namespace

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

}  // namespace heteroscope
