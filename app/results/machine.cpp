#include "app/results/machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <utility>

#include "app/results/data.hpp"
#include "app/results/fact_columns.hpp"
#include "core/base/build_facts.hpp"
#include "core/base/plural.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/device/management.hpp"
#include "core/link/machines.hpp"

namespace heteroscope {

std::string cuda_version(int version) {
  return version == 0 ? std::string() : fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

namespace {

/// Returns the machine of these processors. `gpu_driver`: empty where it is not known.
Machine machine_with(const CpuFacts& cpu, const device::Facts& facts, std::string gpu_driver) {
  return {.version = std::string(build_facts().version),
          .commit = std::string(build_facts().commit),
          .date_utc = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .cpu = cpu.name,
          .cpu_threads = cpu.threads,
          .cpu_mhz = cpu.mhz,
          .cpu_vector_target = cpu.vector_target,
          .gpu = facts.available ? facts.name : std::string(),
          .gpu_why_not = facts.why_not,
          .gpu_driver = std::move(gpu_driver),
          .cuda_driver = cuda_version(facts.driver_version),
          .cuda_runtime = cuda_version(facts.runtime_version),
          .gpu_mhz = facts.available ? facts.clock_khz / 1000 : 0,
          .gpu_memory_mhz = facts.available ? facts.memory_clock_khz / 1000 : 0,
          .gpu_peaks = facts.available ? device::peaks_of(facts) : device::Peaks{},
          .compiler = std::string(build_facts().compiler),
          .flags = std::string(build_facts().flags)};
}

}  // namespace

Machine this_machine(const device::Facts& facts) {
  return machine_with(cpu_facts(), facts, device::Management::get().driver());
}

Machine computing_machine(const Execution& execution) {
  if (execution.machine.empty()) return this_machine(device::facts());
  const MachineFacts& there = machine_facts(execution.machine);
  return machine_with(there.cpu, there.gpus.front(), {});
}

std::vector<Datum> data_of(const Machine& m) {
  std::vector<Datum> out;
  Data to(out);
  const auto megahertz = [](int number) { return number > 0 ? DatumValue(std::int64_t{number}) : DatumValue(); };
  to.add(column::machine::version, m.version);
  to.add(column::machine::commit, or_none(m.commit));
  to.add(column::machine::date_utc, m.date_utc);
  to.add(column::machine::cpu, m.cpu);
  to.add(column::machine::cpu_threads, std::int64_t{m.cpu_threads});
  to.add(column::machine::cpu_mhz, megahertz(m.cpu_mhz));
  to.add(column::machine::cpu_vector_target, m.cpu_vector_target);
  to.add(column::machine::gpu, or_none(m.gpu));
  to.add(column::machine::gpu_unavailable_reason, or_none(m.gpu_why_not));
  to.add(column::machine::gpu_mhz, megahertz(m.gpu_mhz));
  to.add(column::machine::gpu_memory_mhz, megahertz(m.gpu_memory_mhz));
  const auto ratio = m.gpu_peaks.fp32_per_fp64;
  to.add(column::machine::gpu_fp32_per_fp64, ratio ? DatumValue(std::int64_t{*ratio}) : DatumValue());
  to.add(column::machine::gpu_fma_fp32_peak_per_s, or_none(m.gpu_peaks.fp32_fma_per_s));
  to.add(column::machine::gpu_fma_fp64_peak_per_s, or_none(m.gpu_peaks.fp64_fma_per_s));
  to.add(column::machine::gpu_bus_bytes_per_s, or_none(m.gpu_peaks.bus_bytes_per_s));
  to.add(column::machine::gpu_driver, or_none(m.gpu_driver));
  to.add(column::machine::cuda_driver, or_none(m.cuda_driver));
  to.add(column::machine::cuda_runtime, or_none(m.cuda_runtime));
  to.add(column::machine::compiler, m.compiler);
  to.add(column::machine::flags, or_none(m.flags));
  return out;
}

std::string machine_text(const Machine& m) {
  return fmt::format("{}, {}; {}{}", m.cpu, plural(m.cpu_threads, "thread"), m.gpu.empty() ? "" : m.gpu + "; ",
                     m.date_utc);
}

}  // namespace heteroscope
