#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/noise.hpp"
#include "app/bench/runner.hpp"
#include "app/window/model/measured/variant_time.hpp"
#include "core/base/failure.hpp"
#include "core/numbers/difference.hpp"

/// Times of variants, each alone, on a thread beside the window's: by the runner of `bench`.
namespace heteroscope {

/// The stage of a plan in which one variant computes it alone.
PlannedCase case_of(const Settings& settings, Plan plan, std::string_view stage);

/// By the runs that count; without the noise.
VariantTime time_of(const PlannedCase& of, const CaseRuns& runs);

/// Measures variants as `bench` does its rows: as often, in turns where several do the same, and with the noise of
/// what computes them.
class VariantMeter {
 public:
  /// `stop` ends a measurement between two runs, and in the middle of what the CPU computes in one go.
  VariantMeter(const BenchEffort& effort, std::stop_token stop, Schedule::Now now = Schedule::steady_ms);

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
  std::stop_token stop_;
  Runner runner_;
  NoiseMeter noise_;
};

}  // namespace heteroscope
