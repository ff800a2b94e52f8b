#pragma once

#include <string>
#include <vector>

#include "app/results/datum.hpp"
#include "core/device/device.hpp"
#include "core/device/peaks.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// The facts without which a table of measurements or results would mean nothing later.
struct Machine {
  std::string version;   ///< of heteroscope
  std::string commit;    ///< of its sources; "unknown" where its build did not know
  std::string date_utc;  ///< ISO 8601, seconds
  std::string cpu;
  int cpu_threads = 1;
  int cpu_mhz = 0;  ///< the highest that the system allows it, or where it does not say the present; 0 where unknown
  std::string cpu_vector_target;
  std::string gpu;          ///< empty where none is available
  std::string gpu_why_not;  ///< set where none is
  std::string gpu_driver;   ///< "580.159.03"; empty where the system does not say
  std::string cuda_driver;  ///< "13.0"; empty where none is
  std::string cuda_runtime;
  int gpu_mhz = 0, gpu_memory_mhz = 0;  ///< highest; 0 where none is
  device::Peaks gpu_peaks;              ///< by its data sheet
  std::string compiler;                 ///< of the CPU's code
  std::string flags;                    ///< with which that was compiled
};

Machine this_machine(const device::Facts& facts);

/// Returns the machine that computes with such settings, with its first GPU: this one, or the one elsewhere. Throws
/// BadInput where that cannot be reached.
Machine computing_machine(const Execution& execution);

/// The facts as files have them.
std::vector<Datum> data_of(const Machine& machine);

/// "AMD …, 16 threads; NVIDIA …; 2026-01-31T12:00:00Z".
std::string machine_text(const Machine& machine);

/// CUDA's 13000 as "13.0"; empty for 0.
std::string cuda_version(int version);

}  // namespace heteroscope
