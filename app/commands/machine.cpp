#include "app/commands/machine.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "core/device/cpu_facts.hpp"

namespace heteroscope {

std::string cuda_version(int version) {
  return version == 0 ? std::string() : fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

Machine this_machine(const device::Facts& facts) {
  const CpuFacts& cpu = cpu_facts();
  return {.version = HETEROSCOPE_VERSION,
          .date_utc = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .cpu = cpu.name,
          .cpu_threads = cpu.threads,
          .cpu_vector_target = cpu.vector_target,
          .gpu = facts.available ? facts.name : std::string(),
          .gpu_why_not = facts.why_not,
          .cuda_driver = cuda_version(facts.driver_version),
          .cuda_runtime = cuda_version(facts.runtime_version)};
}

std::string machine_text(const Machine& m) {
  return fmt::format("{}, {} threads; {}{}", m.cpu, m.cpu_threads, m.gpu.empty() ? "" : m.gpu + "; ", m.date_utc);
}

}  // namespace heteroscope
