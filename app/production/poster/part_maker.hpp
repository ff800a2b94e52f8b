#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/production/production.hpp"
#include "core/color/value_quantiles.hpp"
#include "core/model/settings/looks.hpp"
#include "core/poster/poster_file.hpp"
#include "core/poster/survey.hpp"
#include "core/run/channels.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

/// A part that was computed, and what that took.
struct MadePart {
  ComputedPart part;
  double compute_ms = 0;
  double operations = 0;
  std::string unit;
};

/// Computes parts of one result, and knows what that has taken.
class PartMaker {
 public:
  /// Throws BadInput where the result cannot be computed in parts.
  explicit PartMaker(Settings settings);

  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// The size of the whole result.
  [[nodiscard]] Size size() const { return plan_.cutout.whole; }
  /// The plan of some part, for what is the same in all.
  [[nodiscard]] const Plan& plan() const { return plan_; }
  /// Throws BadInput where there is none.
  [[nodiscard]] Plan plan_of(const Cutout& part) const;
  /// The reduction of the whole source, if a stage has one: parts can be computed once its result is known.
  [[nodiscard]] const Reduction* reduction() const;
  void know(const Survey& survey);

  /// Sets the colors of every part's picture from now on, as colors_of() gives them; they must outlive this. Before,
  /// parts are values alone.
  void color_by(const ColorMap& colors) {
    palette_ = palette_of(settings_.look);
    colors_ = colors;
  }
  /// The part's values are on the host. Nothing: it was given up.
  std::optional<Frame> compute(const Cutout& part, const Waiter& waiter);
  /// As a poster's file takes it: with the colors of all its samples, or by distances, where the look asks for these,
  /// or of the channels of a picture in color.
  std::optional<MadePart> make(const Cutout& part, const Waiter& waiter);
  /// The reducing stage over what the part reads, for the survey. False: it was given up.
  bool look_at(const Cutout& part, Survey& survey, const Waiter& waiter);

  /// Takes row i of the sample's rows into it. False: it was given up.
  bool look_at_row(int i, ValueSample& sample, const Waiter& waiter);

  [[nodiscard]] double compute_ms() const { return compute_ms_; }
  /// The contribution of these values to the figure of the whole that adds up, for a workload without a source; nothing
  /// if it has none.
  [[nodiscard]] std::optional<Figure> figure(const FieldView& values) const;
  /// "; 1.2 G iterations/s", or nothing.
  [[nodiscard]] std::string rate() const;
  /// Counts a part that becomes part of the result, whoever has computed it.
  void add(double compute_ms, double operations, const std::string& unit);

 private:
  Settings settings_;
  Plan plan_;
  std::shared_ptr<const Palette> palette_;  ///< whose table the colors have
  std::optional<ColorMap> colors_;
  std::optional<std::vector<std::vector<double>>> reduced_;
  Executor executor_;
  ChannelRun channels_;
  double compute_ms_ = 0;
  double operations_ = 0;
  std::string unit_;
};

/// The colors of every part: those that the whole would have; by ranks, before these are known, for a guess. Throws
/// BadInput where only the whole tells.
ColorMap colors_of(const PartMaker& maker);
/// By ranks, which must outlive the colors.
ColorMap colors_of(const PartMaker& maker, const ValueQuantiles& ranks);

}  // namespace heteroscope
