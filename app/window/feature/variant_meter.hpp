#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/noise.hpp"
#include "app/bench/runner.hpp"
#include "core/base/failure.hpp"
#include "core/numbers/difference.hpp"

/// Times of variants, each alone, on a thread beside the window's: by the runner of `bench`.
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

/// The stage of a plan in which one variant computes it alone.
PlannedCase case_of(const Settings& settings, Plan plan, std::string_view stage);

/// By the runs that count; without the noise.
VariantTime time_of(const PlannedCase& of, const CaseRuns& runs);

/// Measures variants as `bench` does its rows: as often, in turns where several do the same, and with the noise of
/// what computes them.
class VariantMeter {
 public:
  /// `stop` ends a measurement between two runs, and in the middle of what the CPU computes in one go.
  VariantMeter(const BenchEffort& effort, const std::atomic<bool>& stop, Schedule::Now now = Schedule::steady_ms);

  struct Outcome {
    std::optional<VariantTime> time;  ///< none: it failed, or was given up
    Failure failure;
  };
  /// Measures cases of one problem in turns. One that fails is found out and left out. Neither time nor failure: it was
  /// given up.
  std::vector<Outcome> measure(const std::vector<PlannedCase>& cases);
  /// Memory is given back before another problem needs it.
  void trim() { runner_.trim(); }
  /// Measures the noise once more, after all: from then on noise_ms() says what it is with that.
  void measure_noise_again();
  [[nodiscard]] double noise_ms(const VariantTime& time) const;

 private:
  void take_turns(const std::vector<PlannedCase>& cases, std::span<Outcome* const> out);

  BenchEffort effort_;
  const std::atomic<bool>& stop_;
  Runner runner_;
  NoiseMeter noise_;
};

}  // namespace heteroscope
