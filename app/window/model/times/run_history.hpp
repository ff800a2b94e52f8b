#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/run/frame.hpp"

namespace heteroscope {

/// What the plots keep of a frame of an iteration.
struct Moment {
  std::int64_t steps = 0;
  double time = 0;             ///< in the problem's own unit; the number of steps where a step is no time
  double total = 0;            ///< the result's integral over the unit square
  std::vector<double> errors;  ///< the figures that are errors; NaN where the frame has none
};

/// The moments of one run, from its start on.
class RunHistory {
 public:
  static constexpr std::size_t longest = 1024;  ///< above it every second one is dropped

  /// A frame of another problem, or of an earlier step, begins a new run.
  void add(const Frame& frame);
  void clear();
  [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }
  /// What the errors are called: "largest", "L2".
  [[nodiscard]] const std::vector<std::string>& error_labels() const { return labels_; }

 private:
  std::vector<Moment> moments_;
  std::vector<std::string> labels_;
  std::optional<Settings> of_;
};

/// How an iteration's measure of itself went.
struct Curve {
  std::string label;
  std::vector<Measured> points;
  std::size_t color = 0;  ///< its place among the colors of lines
};
/// "sor, omp": what the frame's parameters chose, and its variant.
Curve curve_of(const Frame& frame);

/// Curves that were kept for comparison.
class KeptCurves {
 public:
  static constexpr std::size_t most = 6;

  /// The oldest one goes where there would be too many; one of the same label is replaced.
  /// It has the color from then on that next_color() was.
  void keep(Curve curve);
  /// The first color that no kept curve has: the present one's.
  [[nodiscard]] std::size_t next_color() const;
  void clear() { curves_.clear(); }
  [[nodiscard]] const std::deque<Curve>& all() const { return curves_; }

 private:
  std::deque<Curve> curves_;
};

/// Steps a second as they are shown, over the last moments.
class StepRate {
 public:
  void add(double now_s, std::int64_t steps);
  void clear() { shown_.clear(); }
  /// 0 while it is not known.
  [[nodiscard]] double per_s() const;

 private:
  std::deque<std::pair<double, std::int64_t>> shown_;
};

}  // namespace heteroscope
