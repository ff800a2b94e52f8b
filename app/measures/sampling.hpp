#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/numbers/statistics.hpp"

namespace heteroscope {

/// What takes longer than this, in milliseconds, is run less often, and not to warm up.
inline constexpr double slow_ms = 2000;

/// How often something is measured: a given number of times, or until the median is known precisely enough. Stopping
/// when an interval has become narrow happens a little too often when it is narrow by chance: intervals of 95 % then
/// contain the median in 91 to 95 of 100 cases (by simulation, with times that scatter by 2 to 10 %).
struct SamplingEffort {
  std::optional<int> runs;  ///< exactly as many
  double within = 0.01;     ///< else: until its 95 % interval reaches no farther than this share of it to either side
  double budget_ms = 500;   ///< or until runs have taken as long
  int least = 10, most = 1000;         ///< and between as many
  std::optional<double> at_most_ms{};  ///< that runs may take, however few these are; one at least
  bool operator==(const SamplingEffort&) const = default;
};

/// The runs of one thing.
class Samples {
 public:
  /// `expected_ms`: what a run takes, about. What takes longer than `slow_ms` is measured less often: as often as ten
  /// times that hold it, at least three times, or as often as is asked for if that is less.
  Samples(const SamplingEffort& effort, double expected_ms);
  /// Adds a run that took `wall_ms` with everything around it.
  void add(double ms, double wall_ms);
  [[nodiscard]] bool enough() const;
  /// One more, as long as those before, would be beyond what they may take in all.
  [[nodiscard]] bool used_up() const;
  /// The part of what is to be measured that is there, 0 to 1. An interval that is narrow early ends it before.
  [[nodiscard]] double share() const;
  /// The half-width of the interval, as a share of the median; none if there are too few runs for one.
  [[nodiscard]] std::optional<double> reach() const;
  /// The number of runs of the next turn: some milliseconds of them.
  [[nodiscard]] int turn() const;
  [[nodiscard]] std::span<const double> all() const { return ms_; }

 private:
  SamplingEffort effort_;
  std::vector<double> ms_;
  double wall_ms_ = 0;
  int turn_ = 1;
};

/// Measures them in turns, until each has enough: what drifts, the machine's clock for one, touches all alike.
/// `turn(i, count)` runs the i-th so many times and adds what it took; false: it is given up, and so are all.
bool take_turns(std::span<Samples> all, const std::function<bool(std::size_t, int)>& turn);

}  // namespace heteroscope
