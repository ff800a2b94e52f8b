#include <fmt/format.h>

#include <cmath>

#include "app/window/format.hpp"
#include "app/window/panels.hpp"
#include "app/window/widgets.hpp"

namespace heteroscope {
namespace {

/// Digits that tell neighboring pixels apart.
std::string coordinate(double value, double step) {
  const double below = step > 0 ? std::ceil(-std::log10(step)) : 0;
  const int decimals = static_cast<int>(std::fmin(std::fmax(below, 0), 17));
  return fmt::format("{:.{}f}", value, decimals);
}

std::string value_text(double value) {
  if (std::isnan(value)) return "NaN";
  return value == std::floor(value) && std::abs(value) < 1e15 ? format_count(static_cast<std::int64_t>(value))
                                                              : format_short(value, 7);
}

void cursor_rows(const State& state) {
  const Readout& at = state.readout;
  const std::string none = "–";
  const double step =
      state.area.size.width > 0 ? view_of(state.settings, *state.workload).span / state.area.size.width : 1.0;
  const std::string label(state.workload->value_label);
  value_row(state, ("Value (" + label + ")").c_str(), at.inside ? value_text(at.value) : none);
  value_row(state, "x", at.inside ? coordinate(at.point.x, step) : none);
  value_row(state, "y", at.inside ? coordinate(at.point.y, step) : none);
  value_row(state, "Pixel", at.inside ? fmt::format("{}, {}", at.x, at.y) : none);
}

void figure_rows(const State& state) {
  if (state.frame == nullptr) return;
  const Frame& frame = *state.frame;
  const Summary& summary = frame.summary;
  const auto counted = static_cast<double>(summary.count - summary.nans);
  value_row(state, "Minimum", value_text(summary.minimum));
  value_row(state, "Maximum", value_text(summary.maximum));
  value_row(state, "Mean", counted > 0 ? format_short(summary.sum / counted, 6) : "–");
  if (state.frames.samples().empty()) return;
  const FrameSample& last = state.frames.samples().back();
  value_row(state, ("Plain-loop " + std::string(last.unit)).c_str(), format_si(last.operations_per_s()) + "/s");
  help(state, rate_help);
}

}  // namespace

void result_panel(State& state) {
  if (!section(state, "Result")) return;
  cursor_rows(state);
  ImGui::Spacing();
  figure_rows(state);
}

}  // namespace heteroscope
