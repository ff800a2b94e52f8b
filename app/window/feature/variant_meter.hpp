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
  /// From now on tells between two runs which part of the cases that are being measured is done, 0 to 1.
  void tell(std::function<void(double)> part) { tell_ = std::move(part); }
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

  BenchEffort effort_;
  std::stop_token stop_;
  std::function<void(double)> tell_ = [](double) {};
  Runner runner_;
  NoiseMeter noise_;
};

}  // namespace heteroscope
