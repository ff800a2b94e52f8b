#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "app/window/model/ui/display_way.hpp"
#include "core/numbers/statistics.hpp"
#include "core/run/frame.hpp"

namespace heteroscope {

/// What the graphs keep of a frame.
struct FrameSample {
  std::uint64_t serial = 0;
  Timing timing;
  double operations = 0;
  bool in_first_stage = false;  ///< the others only show what that has made
  std::string_view unit;        ///< of the operations, plural
  Processor processor = Processor::cpu;
  std::string variant;  ///< "simd", "cuda_2d", or both
  Size size;            ///< what the work is counted over
  Precision precision = Precision::fp64;
  DisplayWay display = DisplayWay::host_copy;
  std::uint64_t section = 0;  ///< frames of the same section are made in the same way

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

  /// `how` it was made (what_times_belong_to()); where that changes a section begins.
  void add(FrameSample sample, const Settings& how = {});
  void clear() { *this = {}; }
  [[nodiscard]] const std::deque<FrameSample>& samples() const { return samples_; }
  /// Of whole_ms(), of the last section.
  [[nodiscard]] Statistics times() const;
  /// What is new in the section of a sample that is kept; empty for what was there at first.
  [[nodiscard]] const std::string& section_label(std::uint64_t section) const;
  /// A header line and one line a frame, times in ms: the graph's stages, of which each side's has what both computed
  /// at the same time (both_ms) in it.
  [[nodiscard]] std::string csv() const;

 private:
  struct Section {
    Settings how;
    std::string label;
  };
  std::deque<FrameSample> samples_;
  std::map<std::uint64_t, Section> sections_;  ///< those of the samples, and the last one
};

/// "simd", "cuda_2d + simd": those that computed it.
std::string variants_of(const Frame& frame);
FrameSample sample_of(const Frame& frame, double display_ms, DisplayWay way);

}  // namespace heteroscope
