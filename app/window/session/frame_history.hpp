#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

#include "app/presenter.hpp"
#include "core/base/statistics.hpp"
#include "core/run/frame.hpp"

namespace heteroscope {

/// What the graphs keep of a frame.
struct FrameSample {
  std::uint64_t serial = 0;
  Timing timing;
  double operations = 0;
  std::string_view unit;  ///< of the operations, plural
  Processor processor = Processor::cpu;
  std::string variant;  ///< "simd", "cuda_2d", or both
  Size size;            ///< what the work is counted over
  Precision precision = Precision::fp64;
  DisplayWay display = DisplayWay::host_copy;

  /// Time in which rows were computed: both sides work at once, so the slower one's, ms.
  [[nodiscard]] double compute_ms() const;
  /// Everything up to the screen, ms.
  [[nodiscard]] double whole_ms() const { return timing.total + timing.display; }
  /// 0 where nothing was timed.
  [[nodiscard]] double operations_per_s() const;
};

/// The last frames, oldest first.
class FrameHistory {
 public:
  static constexpr std::size_t longest = 300;

  void add(FrameSample sample);
  void clear() { samples_.clear(); }
  [[nodiscard]] const std::deque<FrameSample>& samples() const { return samples_; }
  /// Of whole_ms().
  [[nodiscard]] Statistics times() const;
  /// A header line and one line a frame, times in ms.
  [[nodiscard]] std::string csv() const;

 private:
  std::deque<FrameSample> samples_;
};

FrameSample sample_of(const Frame& frame, double display_ms, DisplayWay way);

}  // namespace heteroscope
