#include "core/process/thread_waiting.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/base/parallel.hpp"
#include "core/process/proc_stat.hpp"

namespace heteroscope {
namespace {

/// Some 0.1 to 0.3 ms, with pauses of 40 to 140 cycles: longer than the barriers of a quiet machine take, shorter than
/// the system's time slices.
constexpr const char* short_spin = "5000";

bool cores_are_few() {
  const std::size_t running = running_threads(proc_stat_text());
  const std::size_t others = running > 0 ? running - 1 : 0;
  return others + static_cast<std::size_t>(all_threads()) > static_cast<std::size_t>(sysconf(_SC_NPROCESSORS_ONLN));
}

/// Whether cores are scarce in three looks, so that what has a core for a moment does not count.
bool cores_stay_few() {
  constexpr useconds_t pause_us = 1000;
  for (int look = 0; look < 3; ++look) {
    if (look > 0) ::usleep(pause_us);
    if (!cores_are_few()) return false;
  }
  return true;
}

}  // namespace

void spin_shortly_beside_others(char** argv) {
  constexpr const char* spin_variable = "GOMP_SPINCOUNT";
  if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv(spin_variable) != nullptr) return;
  if (!cores_stay_few()) return;
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (unknown || ::setenv(spin_variable, short_spin, 1) != 0) return;
  ::execv(program.c_str(), argv);
  ::unsetenv(spin_variable);  // it could not be begun again, and goes on as it is
}

}  // namespace heteroscope
