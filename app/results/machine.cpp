#include "app/results/machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "app/results/data.hpp"
#include "core/base/build_facts.hpp"
#include "core/base/plural.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/device/management.hpp"

namespace heteroscope {

std::string cuda_version(int version) {
  return version == 0 ? std::string() : fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

Machine this_machine(const device::Facts& facts) {
  const CpuFacts& cpu = cpu_facts();
  return {.version = std::string(build_facts().version),
          .commit = std::string(build_facts().commit),
          .date_utc = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .cpu = cpu.name,
          .cpu_threads = cpu.threads,
          .cpu_mhz = cpu.mhz,
          .cpu_vector_target = cpu.vector_target,
          .gpu = facts.available ? facts.name : std::string(),
          .gpu_why_not = facts.why_not,
          .gpu_driver = device::Management::get().driver(),
          .cuda_driver = cuda_version(facts.driver_version),
          .cuda_runtime = cuda_version(facts.runtime_version),
          .gpu_mhz = facts.available ? facts.clock_khz / 1000 : 0,
          .gpu_memory_mhz = facts.available ? facts.memory_clock_khz / 1000 : 0,
          .gpu_peaks = facts.available ? device::peaks_of(facts) : device::Peaks{},
          .compiler = std::string(build_facts().compiler),
          .flags = std::string(build_facts().flags)};
}

std::vector<Datum> data_of(const Machine& m) {
  std::vector<Datum> out;
  Data to(out);
  const auto megahertz = [](int number) { return number > 0 ? DatumValue(std::int64_t{number}) : DatumValue(); };
  to.add("version", "heteroscope", "Its version", m.version);
  to.add("commit", "commit", "Of the sources that it was built from", or_none(m.commit));
  to.add("date_utc", "date", "When it was measured, UTC", m.date_utc);
  to.add("cpu", "CPU", "As it calls itself", m.cpu);
  to.add("cpu_threads", "CPU threads", "That run at once", std::int64_t{m.cpu_threads});
  to.add("cpu_mhz", "CPU clock", "MHz", Hint::plain,
         "The highest that the system allows it; where it does not say that, the present one", megahertz(m.cpu_mhz));
  to.add("cpu_vector_target", "vectors", "The widest that the program uses here", m.cpu_vector_target);
  to.add("gpu", "GPU", "As it calls itself", or_none(m.gpu));
  to.add("gpu_unavailable_reason", "no GPU", "Why there is none", or_none(m.gpu_why_not));
  to.add("gpu_mhz", "GPU clock", "MHz", Hint::plain, "The highest of its multiprocessors", megahertz(m.gpu_mhz));
  to.add("gpu_memory_mhz", "GPU memory clock", "MHz", Hint::plain, "The highest", megahertz(m.gpu_memory_mhz));
  const auto ratio = m.gpu_peaks.fp32_per_fp64;
  to.add("gpu_fp32_per_fp64", "fp32 per fp64",
         "Operations in fp32 that take the time of one in fp64, as the driver says",
         ratio ? DatumValue(std::int64_t{*ratio}) : DatumValue());
  to.add("gpu_fma_fp32_peak_per_s", "fma fp32, in theory", "fma/s", Hint::rate,
         "Multiprocessors × lanes × the highest clock", or_none(m.gpu_peaks.fp32_fma_per_s));
  to.add("gpu_fma_fp64_peak_per_s", "fma fp64, in theory", "fma/s", Hint::rate, "That over the ratio of the two",
         or_none(m.gpu_peaks.fp64_fma_per_s));
  to.add("gpu_bus_bytes_per_s", "bus, in theory", "B/s", Hint::rate, "Its width × twice the highest memory clock",
         or_none(m.gpu_peaks.bus_bytes_per_s));
  to.add("gpu_driver", "driver", "Of the GPU", or_none(m.gpu_driver));
  to.add("cuda_driver", "driver for CUDA", "The newest that the driver knows", or_none(m.cuda_driver));
  to.add("cuda_runtime", "CUDA runtime", "That the program was made with", or_none(m.cuda_runtime));
  to.add("compiler", "compiler", "Of the CPU's code", m.compiler);
  to.add("flags", "flags", "With which that was compiled", or_none(m.flags));
  return out;
}

std::string machine_text(const Machine& m) {
  return fmt::format("{}, {}; {}{}", m.cpu, plural(m.cpu_threads, "thread"), m.gpu.empty() ? "" : m.gpu + "; ",
                     m.date_utc);
}

}  // namespace heteroscope
