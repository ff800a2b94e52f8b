#pragma once

#include <optional>
#include <string>

#include "app/tune/candidates.hpp"
#include "app/tune/kept.hpp"
#include "app/tune/record.hpp"

/// A search on this machine, from settings to a kept winner: the command and the window do the same.
namespace heteroscope {

struct TuneJob {
  Settings settings;
  TuneFixed fixed;
  TuneEffort effort;
  std::uint64_t seed = 1;
};

/// The outcome of a job.
struct TuneOutcome {
  TuneCandidates candidates;
  TuneRecord record;

  [[nodiscard]] const TuneFound& found() const { return record.found; }
  /// Null: nothing could be measured.
  [[nodiscard]] const TuneTried* winner() const;
  /// The measurement of the settings as they were; null if they were not measured.
  [[nodiscard]] const TuneTried* usual() const;
  /// The settings with the winner's execution. There must be one.
  [[nodiscard]] Settings tuned(const Settings& settings) const;
  /// By what factor the winner is faster than the settings as they were; none where that is not known.
  [[nodiscard]] std::optional<double> speedup() const;
};

/// The candidates, and a record that says what they are of; nothing has been measured.
TuneOutcome prepare(const TuneJob& job, Catalog catalog, device::Devices devices);
/// Returns why the winner is not kept: "other programs took 48 % of the processors while it was measured", or that a
/// person's file computes it; empty where nothing speaks against it.
std::string why_not_kept(const TuneOutcome& outcome);
/// As it is kept for the next time. There must be a winner, which may be kept.
TunedWinner kept_of(const TuneOutcome& outcome, const TuneJob& job, Catalog catalog, device::Devices devices);

/// What other programs took while candidates were measured, for the candidate that lost most to them; empty if none is
/// marked. A marked candidate may be faster than the winner.
std::string others_text(const TuneOutcome& outcome);
/// "1.30 × as fast as the settings were", "as fast as the settings were", "not known to be the fastest: other programs
/// took 48 % of the processors"; empty where nothing is known.
std::string gain_text(const TuneOutcome& outcome, double noise);

}  // namespace heteroscope
