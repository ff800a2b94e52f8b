#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/results/machine.hpp"
#include "app/window/model/times/frame_section.hpp"
#include "app/window/model/ui/display_way.hpp"
#include "core/frame/frame.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {

/// The figures of a frame that the graphs keep.
struct FrameSample {
  std::uint64_t serial = 0;
  Timing timing;
  double operations = 0;
  bool in_first_stage = false;  ///< other stages only show the result of the first
  std::string_view unit;        ///< the unit of the operations, in the plural
  Processor processor = Processor::cpu;
  std::string variant;  ///< "simd", "cuda_2d", or both
  Size size;            ///< the size over which the work is counted
  Precision precision = Precision::fp64;
  DisplayWay display = DisplayWay::host_copy;
  std::string machine;               ///< that is elsewhere and has computed it; empty: this one
  std::optional<Crossing> crossing;  ///< from there
  std::uint64_t section = 0;         ///< frames of the same section are made in the same way

  /// Returns the compute time, ms: of CPU and GPU, which work at once, the slower one's.
  [[nodiscard]] double compute_ms() const;
  /// Returns the whole time up to the screen, ms.
  [[nodiscard]] double whole_ms() const { return timing.total + timing.crossing() + timing.display; }
  /// Returns the rate; 0 if nothing was timed.
  [[nodiscard]] double operations_per_s() const;
};

/// Returns the machine elsewhere of that name; nothing where it is not known.
using KnownMachine = std::function<std::optional<Machine>(const std::string& name)>;

/// The last frames, oldest first.
class FrameHistory {
 public:
  static constexpr std::size_t longest = 300;

  /// Adds a frame. `how`: the way in which it was made; a change of it begins a section. `catalog`: the workloads,
  /// whose parameters the section's label names.
  void add(FrameSample sample, const FrameWay& how, Catalog catalog);
  /// Adds a frame of which the way is not known: all such frames are of one section.
  void add(FrameSample sample) { add(std::move(sample), {}, {}); }
  void clear() { *this = {}; }
  [[nodiscard]] const std::deque<FrameSample>& samples() const { return samples_; }
  /// Returns the frame of that serial number; null where it is not among the last ones.
  [[nodiscard]] const FrameSample* find(std::uint64_t serial) const;
  /// Returns the statistics of whole_ms() of the last section.
  [[nodiscard]] Statistics times() const;
  /// Returns what those frames have that others do not: "present settings", "present save", or "present section"
  /// where some differ in the one and some in the other; empty where there are no others.
  [[nodiscard]] std::string present_text() const;
  /// Returns the change with which a sample's section began: "fp32", "save 3"; empty for the first one.
  [[nodiscard]] std::string section_label(std::uint64_t section, const SaveNumbers& saves = {}) const;
  /// Returns CSV with a header and a line for each frame, times in ms, with the facts of the machine that computed it
  /// as all results have them; of one elsewhere that is not known only those of the program. The times of CPU and GPU
  /// include the time in which both computed (both_ms); total_ms is whole_ms(), the display and the link included. The
  /// last column is the save of a person's file: its number, or saves_text() of several files.
  [[nodiscard]] std::string csv(const Machine& here, const KnownMachine& elsewhere,
                                const SaveNumbers& saves = {}) const;

 private:
  struct Section {
    FrameWay how;
    std::string label;                  ///< what is new in the settings
    std::vector<const Variant*> saved;  ///< the saves that are new
  };
  std::deque<FrameSample> samples_;
  std::map<std::uint64_t, Section> sections_;  ///< those of the samples, and the last one
};

/// Returns what computed a frame, and how much: "simd on the CPU, fp64, 960 × 640".
std::string made_text(const FrameSample& sample);
std::string made_text(std::string_view variant, Processor processor, Precision precision, Size size);
/// Returns the variants that computed a frame: "simd", "cuda_2d + simd".
std::string variants_of(const Frame& frame);
FrameSample sample_of(const Frame& frame, double display_ms, DisplayWay way);

}  // namespace heteroscope
