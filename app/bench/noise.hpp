#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ceilings/parallel_regions.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {

/// The times of runs of fixed work.
struct FixedTimes {
  Statistics ms;                   ///< as a row of it would have it
  Interval interval;               ///< that holds the median with 95 %
  std::optional<double> added_ms;  ///< median of what that is more than the work's own time; none: it is not known
};

/// The noise of one processor: what the same work takes, run like a row, and what doing nothing takes; before the rows,
/// and after them.
struct Noise {
  int threads = 0;  ///< of the CPU; 0: the GPU
  std::vector<FixedTimes> loop, nothing;
  std::optional<RegionTimes> regions;  ///< of several threads of the CPU, before the rows

  /// By which share medians of the same can differ: the width of the loop's interval.
  [[nodiscard]] double share() const;
  /// And by how many ms, however short it is: the width of that of nothing.
  [[nodiscard]] double floor_ms() const;
  /// Two medians of about `ms` that differ by no more cannot be told apart. What takes longer than the loop outlasts
  /// what disturbs that: it is disturbed by as many ms.
  [[nodiscard]] double of(double ms) const;
  /// How much longer the loop took after the rows than before them, as a share; none: it was not measured again.
  [[nodiscard]] std::optional<double> drift() const;
  /// The time that measuring adds to a row's work: on the GPU that of an empty kernel and its launch.
  [[nodiscard]] double added_ms() const;
  /// The time that is added to the loop, as a share of the loop's own time.
  [[nodiscard]] double added_share() const;
};

/// Returns "2 threads", or "the GPU" for 0.
std::string processor_words(int threads);

/// Measures noise, that of each processor as often as it is asked for.
class NoiseMeter {
 public:
  NoiseMeter();
  ~NoiseMeter();
  NoiseMeter(const NoiseMeter&) = delete;
  NoiseMeter& operator=(const NoiseMeter&) = delete;

  /// Measures so many threads of the CPU; 0: the first GPU.
  void measure(int threads);
  [[nodiscard]] bool has(int threads) const;
  /// Once more, of all that have been.
  void measure_again();
  [[nodiscard]] const std::vector<Noise>& measured() const { return measured_; }

 private:
  struct State;
  void add_to(Noise& noise);
  FixedTimes times(int threads, std::int64_t turns);

  std::unique_ptr<State> state_;
  std::vector<Noise> measured_;
};

}  // namespace heteroscope
