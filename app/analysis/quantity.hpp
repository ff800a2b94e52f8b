#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/analysis/reading.hpp"
#include "app/plot/plot.hpp"
#include "app/results/result.hpp"

/// The quantities of plots: those along the axis and those plotted.
namespace heteroscope {

/// A row's time, ms: of a step where runs are of some steps, to the end of what settles.
double time_of(const ResultRow& row);
/// From its shortest run to its longest.
Interval range_of(const ResultRow& row);
/// "time", "time a step", "time to tolerance".
std::string time_name(const Result& result);

/// The axis of rows: a suite's axis, or sizes if each scene has a size of its own.
class SizeAxis {
 public:
  explicit SizeAxis(const Result& result);
  /// There are so many places on it; 0: the result goes over nothing.
  [[nodiscard]] const std::vector<double>& places() const { return places_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] double of(const ResultRow& row) const;
  /// The value for the rows with this scene; none if there is no such row.
  [[nodiscard]] std::optional<double> of_scene(std::string_view scene) const;

 private:
  std::string name_;
  bool of_suite_ = false;
  bool square_ = false;
  std::vector<double> places_;
  std::vector<std::pair<std::string, double>> scenes_;
};

/// "32k" for 32768: whole multiples of 1024 in short.
std::string place_text(double value);

/// The choices of which a plot may take the best for each variant.
enum class Best { threads, threads_and_block };
/// The rows but those that the same beats with another choice.
std::vector<const ResultRow*> best_rows(const Result& result, Best of);

/// The color and mark of each variant of a result, which are the same in all of its graphs.
class Series {
 public:
  /// `by_threads`: a variant with several numbers of threads is a series for each.
  explicit Series(const Result& result, bool by_threads = false);
  /// In the order of the rows; with the memory where that differs.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_.all(); }
  [[nodiscard]] std::uint32_t color(const std::string& name) const;
  /// A line without points.
  [[nodiscard]] PlotLine line(const std::string& name, double width) const;

 private:
  [[nodiscard]] std::size_t place(const std::string& name) const;

  Names names_;
};

}  // namespace heteroscope
