#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

#include "app/bench/noise.hpp"
#include "app/bench/runner.hpp"
#include "app/window/model/measured/variant_time.hpp"
#include "core/base/failure.hpp"
#include "core/numbers/difference.hpp"

/// Measures variants, each alone, on a thread beside the window's, with the runner of `bench`.
namespace heteroscope {

/// Returns the case of that stage of a plan in which one variant computes it alone.
PlannedCase case_of(const Settings& settings, Plan plan, std::string_view stage);

/// Returns the time of the runs that count, without the noise.
VariantTime time_of(const PlannedCase& of, const CaseRuns& runs);

/// Measures variants as `bench` does its rows: as often, in turns where several do the same, and with the noise of
/// what computes them.
class VariantMeter {
 public:
  /// `stop` ends a measurement between two runs, or in the middle of a run on the CPU.
  VariantMeter(const BenchEffort& effort, std::stop_token stop, Schedule::Now now = Schedule::steady_ms);

  struct Outcome {
    std::optional<VariantTime> time;  ///< none: it failed, or was given up
    Failure failure;
  };
  /// Measures cases of one problem in turns. A case that fails is left out; an outcome with neither a time nor a
  /// failure was given up.
  std::vector<Outcome> measure(const std::vector<PlannedCase>& cases);
  /// Told between two runs: which part of the cases that are being measured is done, 0 to 1, their noise included, and
  /// in words what is measured before their times; empty: their times.
  using Told = std::function<void(double part, std::string_view before)>;
  void tell(Told told) { tell_ = std::move(told); }
  /// Releases memory before another problem is measured.
  void trim() { runner_.trim(); }
  /// Measures the noise once more, after all cases; complete() includes that from then on.
  void measure_noise_again();
  /// Gives a time its noise as it is known now, and what other programs have taken until now if the case was over too
  /// soon to tell.
  void complete(VariantTime& time);

 private:
  [[nodiscard]] double noise_ms(const VariantTime& time) const;
  void take_turns(const std::vector<PlannedCase>& cases, std::span<Outcome* const> out);
  /// Measures the noise of those processors of the cases of which it is not known yet.
  void measure_noise(const std::vector<PlannedCase>& cases);

  BenchEffort effort_;
  std::stop_token stop_;
  Told tell_ = [](double, std::string_view) {};
  double before_ = 0;  // the part that noise is of the cases that are being measured
  Runner runner_;
  NoiseMeter noise_;
};

}  // namespace heteroscope
