#pragma once

#include <string>

#include "core/device/device.hpp"

namespace heteroscope {

/// What a table of measurements or results must carry to mean something later.
struct Machine {
  std::string version;   ///< of heteroscope
  std::string date_utc;  ///< ISO 8601, seconds
  std::string cpu;
  int cpu_threads = 1;
  std::string cpu_vector_target;
  std::string gpu;          ///< empty where none is available
  std::string gpu_why_not;  ///< set where none is
  std::string cuda_driver;  ///< "13.0"; empty where none is
  std::string cuda_runtime;
};

Machine this_machine(const device::Facts& facts);

/// "AMD …, 16 threads; NVIDIA …; 2026-01-31T12:00:00Z".
std::string machine_text(const Machine& machine);

/// CUDA's 13000 as "13.0"; empty for 0.
std::string cuda_version(int version);

}  // namespace heteroscope
