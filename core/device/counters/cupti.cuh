#pragma once

#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

namespace heteroscope::device {

/// The functions of CUPTI that are used, from the library as it is found when the program runs; it need not be there.
struct Cupti {
  /// Loaded once. Throws CountersUnavailable.
  static const Cupti& get();

#define HETEROSCOPE_CUPTI_FUNCTIONS(each)             \
  each(cuptiGetResultString);                         \
  each(cuptiProfilerInitialize);                      \
  each(cuptiDeviceGetChipName);                       \
  each(cuptiProfilerGetCounterAvailability);          \
  each(cuptiProfilerHostInitialize);                  \
  each(cuptiProfilerHostDeinitialize);                \
  each(cuptiProfilerHostConfigAddMetrics);            \
  each(cuptiProfilerHostGetConfigImageSize);          \
  each(cuptiProfilerHostGetConfigImage);              \
  each(cuptiProfilerHostGetNumOfPasses);              \
  each(cuptiProfilerHostEvaluateToGpuValues);         \
  each(cuptiRangeProfilerEnable);                     \
  each(cuptiRangeProfilerDisable);                    \
  each(cuptiRangeProfilerGetCounterDataSize);         \
  each(cuptiRangeProfilerCounterDataImageInitialize); \
  each(cuptiRangeProfilerSetConfig);                  \
  each(cuptiRangeProfilerStart);                      \
  each(cuptiRangeProfilerStop);                       \
  each(cuptiRangeProfilerPushRange);                  \
  each(cuptiRangeProfilerPopRange);                   \
  each(cuptiRangeProfilerDecodeData);                 \
  each(cuptiRangeProfilerGetCounterDataInfo);         \
  each(cuptiRangeProfilerCounterDataGetRangeInfo)
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name cannot have parentheses
#define HETEROSCOPE_MEMBER(name) decltype(&::name) name = nullptr
  HETEROSCOPE_CUPTI_FUNCTIONS(HETEROSCOPE_MEMBER);
#undef HETEROSCOPE_MEMBER

  /// Throws CountersUnavailable unless `status` is success: what a person can change about it, or CUPTI's own words.
  void check(CUptiResult status, const char* what) const;
};

}  // namespace heteroscope::device
