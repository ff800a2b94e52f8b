#pragma once

#include <cstdint>
#include <optional>

namespace heteroscope {

/// The processors that this process may use, at a moment.
struct ProcessorUse {
  int processors = 0;
  std::int64_t busy_ticks = 0;  ///< with whatever program, since the system started
  std::int64_t all_ticks = 0;   ///< busy or not
  double own_ticks = 0;         ///< that this process has used, and those that compute for it
};
/// How busy the processors have been; none if the system does not say. The file named by HETEROSCOPE_PROC_STAT replaces
/// /proc/stat. Takes some tens of microseconds; with hundreds of processors a millisecond.
std::optional<ProcessorUse> processor_use();

/// Ticks are 10 ms long, and each count is right to one: a share of fewer of them than this, of each processor, would
/// be wrong by more than some hundredths.
inline constexpr std::int64_t fewest_ticks = 50;
/// Whether enough time lies between two looks.
bool far_enough_apart(const ProcessorUse& from, const ProcessorUse& to);
/// Which share of the processors other programs had in between, 0 to 1; of looks that are far enough apart.
double used_by_others(const ProcessorUse& from, const ProcessorUse& to);

}  // namespace heteroscope
