#include "core/device/cpu_facts.hpp"

#include <hwy/highway.h>
#include <omp.h>

#include <fstream>

#include "core/memory/memory_limit.hpp"

namespace heteroscope {

namespace {

std::string model_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    // x86 says "model name", others "cpu model" or "Model"
    if (!line.starts_with("model name") && !line.starts_with("cpu model") && !line.starts_with("Model")) continue;
    const std::size_t start = line.find_first_not_of(" \t", line.find(':') + 1);
    if (start != std::string::npos) return line.substr(start);
  }
  return "unknown processor";
}

/// The best of the compiled targets that this processor has (the lowest bit set), by the name that processors' makers
/// give it.
std::string vector_target() {
  const int64_t usable = hwy::SupportedTargets() & HWY_TARGETS;
  std::string name = hwy::TargetName(usable & -usable);
  if (name == "AVX3") return "AVX-512";
  if (name.starts_with("AVX3_")) return "AVX-512 (" + name.substr(5) + ")";
  return name;
}

CpuFacts ask() {
  return {.name = model_name(),
          .threads = omp_get_num_procs(),
          .vector_target = vector_target(),
          .memory_bytes = memory::available()};
}

}  // namespace

const CpuFacts& cpu_facts() {
  static const CpuFacts facts = ask();
  return facts;
}

}  // namespace heteroscope
