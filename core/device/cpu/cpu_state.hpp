#pragma once

#include <filesystem>
#include <optional>

namespace heteroscope {

/// How the CPU is at a moment, as Linux tells of it. None: it does not say.
struct CpuState {
  std::optional<int> mhz;         ///< of the CPU that the calling thread is on
  std::optional<long> slowdowns;  ///< how often heat has slowed it down since the system started
};

/// `root`: where /sys and /proc are, for tests. Takes some tens of microseconds.
CpuState cpu_state(const std::filesystem::path& root = "/");

}  // namespace heteroscope
