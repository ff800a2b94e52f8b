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

/// What a variant's stage takes, as a row of `bench` has it; of a step where there are steps.
struct VariantTime {
  Statistics ms;
  std::optional<Interval> interval;  ///< that holds the median with 95 %; none of too few runs
  double noise_ms = 0;               ///< by how much medians of the same can differ here
  Work work;                         ///< of what is timed
  Processor processor = Processor::cpu;
  int threads = 0;   ///< of the CPU; 0: the GPU
  double steps = 1;  ///< of a run
  TakenByOthers others;

  [[nodiscard]] MedianTime median() const { return {ms.median, interval}; }
  /// That must move at least, over the median.
  [[nodiscard]] double bytes_per_s() const { return ms.median > 0 ? work.bytes / ms.median * 1e3 : 0; }
};

/// Neither is known to be the faster, as reports of `bench` judge it: their intervals meet, or they are within the
/// noise.
bool tied(const VariantTime& a, const VariantTime& b);
/// "1", "2 =", "2 =", "4": for each its place among them, the fastest the first; none for those that are null, and for
/// those beside which other programs took much.
std::vector<std::string> places_of(const std::vector<const VariantTime*>& times);
/// "1.32 ×": how many times as long the first takes; "tie" where neither is known to be the faster; empty where other
/// programs took much beside one of them, of which nothing is concluded.
std::string times_over(const VariantTime& first, const VariantTime& other);
/// " *" behind a time beside which other programs took much; empty otherwise.
const char* star(const VariantTime& time);
/// What stars beside these times say, of the one from which they took the most; empty where there is none. Null: of
/// what has no time.
std::string star_text(const std::vector<const VariantTime*>& times);
/// "12.3 to 12.6 ms with 95 %, 14 runs"; "3 runs" of too few for an interval; and what other programs took, if much.
std::string interval_text(const VariantTime& time);

/// The settings with which the variant alone computes the stage. A mapping is another variant's.
Settings alone(const Settings& settings, const Stage& stage, const NamedVariant& variant);

}  // namespace heteroscope
