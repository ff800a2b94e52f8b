#pragma once

#include <filesystem>
#include <optional>

namespace heteroscope {

/// The state of the CPU at one moment, as Linux reports it. A member is empty if Linux does not report it.
struct CpuState {
  std::optional<int> mhz;         ///< of the CPU that the calling thread is on
  std::optional<long> slowdowns;  ///< how often heat has slowed it down since the system started
};

/// `root`: where /sys and /proc are, for tests. Takes some tens of microseconds.
CpuState cpu_state(const std::filesystem::path& root = "/");

}  // namespace heteroscope
