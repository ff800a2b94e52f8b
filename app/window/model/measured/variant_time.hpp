#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/measures/others.hpp"
#include "core/model/settings/settings.hpp"
#include "core/model/stage.hpp"
#include "core/numbers/difference.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {

/// The time of a variant's stage, as in a row of `bench`; of one step if there are steps.
struct VariantTime {
  Statistics ms;
  std::optional<Interval> interval;  ///< the interval that holds the median with 95 %; none for too few runs
  double noise_ms = 0;               ///< by how much medians of equal runs can differ on this machine
  Work work;                         ///< the work that is timed
  Processor processor = Processor::cpu;
  int threads = 0;   ///< CPU threads; 0: the GPU
  double steps = 1;  ///< the steps of a run
  TakenByOthers others;

  [[nodiscard]] MedianTime median() const { return {ms.median, interval}; }
  /// Returns the bytes that must at least be moved, divided by the median time.
  [[nodiscard]] double bytes_per_s() const { return ms.median > 0 ? work.bytes / ms.median * 1e3 : 0; }
};

/// Returns whether neither is known to be faster, by the rule of `bench`: their intervals overlap, or they differ by no
/// more than the noise.
bool tied(const VariantTime& a, const VariantTime& b);
/// Returns for each time its place, the fastest first: "1", "2 =", "2 =", "4"; none for those that are null, and for
/// those that other programs disturbed.
std::vector<std::string> places_of(const std::vector<const VariantTime*>& times);
/// Returns how many times as long the first takes: "1.32 ×"; "tie" if neither is known to be faster; empty if other
/// programs disturbed one of them, from which nothing is concluded.
std::string times_over(const VariantTime& first, const VariantTime& other);
/// Returns " *" for a time that other programs disturbed; empty otherwise.
const char* star(const VariantTime& time);
/// Returns the explanation of the stars beside these times, with the largest disturbance; empty if no time has a star.
/// A null pointer stands for a variant without a time.
std::string star_text(const std::vector<const VariantTime*>& times);
/// Returns "12.3 to 12.6 ms with 95 %, 14 runs", or "3 runs" if they are too few for an interval; and how much other
/// programs took, if it was much.
std::string interval_text(const VariantTime& time);

/// Returns the settings with which the variant alone computes the stage, without a chosen mapping, which may belong to
/// another variant.
Settings alone(const Settings& settings, const Stage& stage, const NamedVariant& variant);

}  // namespace heteroscope
