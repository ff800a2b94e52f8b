#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/frame/frame.hpp"

namespace heteroscope {

/// The figures of a frame of an iteration that the plots keep.
struct Moment {
  std::int64_t steps = 0;
  double time = 0;             ///< in the problem's own unit; the number of steps if a step has no duration
  double total = 0;            ///< the result's integral over the unit square
  std::vector<double> errors;  ///< the errors; NaN where the frame has none
};

/// The moments of one run, from its start on.
class RunHistory {
 public:
  static constexpr std::size_t longest = 1024;  ///< beyond this length every second moment is dropped

  /// Adds a frame; one of another problem, of an earlier step, or with another save of a person's file begins a new
  /// run.
  void add(const Frame& frame);
  void clear();
  [[nodiscard]] const std::vector<Moment>& moments() const { return moments_; }
  /// Returns the names of the errors: "largest", "L2".
  [[nodiscard]] const std::vector<std::string>& error_labels() const { return labels_; }

 private:
  std::vector<Moment> moments_;
  std::vector<std::string> labels_;
  std::optional<Settings> of_;
  std::vector<const Variant*> own_;  ///< the variants of a person's own that have computed it
};

/// A curve of an iteration's residual over its iterations.
struct Curve {
  std::string label;
  std::vector<Measured> points;
  std::size_t color = 0;  ///< its place among the colors of lines
};
/// Returns the curve of a frame, named by its method and variant: "sor, omp".
Curve curve_of(const Frame& frame);

/// Curves that were kept for comparison.
class KeptCurves {
 public:
  static constexpr std::size_t most = 6;

  /// Keeps a curve in place of one with the same label; if there would be too many, the oldest is dropped. The curve
  /// gets the color that next_color() had.
  void keep(Curve curve);
  /// Returns the first color that no kept curve has, which is the present curve's.
  [[nodiscard]] std::size_t next_color() const;
  void clear() { curves_.clear(); }
  [[nodiscard]] const std::deque<Curve>& all() const { return curves_; }

 private:
  std::deque<Curve> curves_;
};

/// The rate of shown steps per second, over the last moments.
class StepRate {
 public:
  void add(double now_s, std::int64_t steps);
  void clear() { shown_.clear(); }
  /// Returns the rate; 0 while it is not known.
  [[nodiscard]] double per_s() const;

 private:
  std::deque<std::pair<double, std::int64_t>> shown_;
};

}  // namespace heteroscope
