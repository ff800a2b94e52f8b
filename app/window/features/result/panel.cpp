#include "app/window/features/result/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "app/text/format.hpp"
#include "app/window/features/variants/variants_feature.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/iterating.hpp"
#include "app/window/model/rate.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Digits that tell neighboring pixels apart.
std::string coordinate(const Decimal& value, const Decimal& step) {
  const std::int64_t decimals = std::max<std::int64_t>(-step.magnitude(), 0);
  constexpr std::int64_t all_of_a_double = 17;
  if (decimals <= all_of_a_double) return fmt::format("{:.{}f}", value.to_double(), decimals);
  // of many digits those that change under the cursor
  constexpr std::size_t first = 7;
  constexpr std::size_t last = 12;
  const std::string text = value.rounded(-decimals).text();
  return text.size() <= first + last + 1 ? text : text.substr(0, first) + "…" + text.substr(text.size() - last);
}

std::string value_text(double value) {
  if (std::isnan(value)) return "NaN";
  return value == std::floor(value) && std::abs(value) < 1e15 ? format_count(static_cast<std::int64_t>(value))
                                                              : format_short(value, 7);
}

/// Distance of neighboring pixels in the plane; 0 where places are pixels.
Decimal step_of(const State& state) {
  if (view_target(state.settings, state.catalog).owner == nullptr) return {};
  return shown_view(state).span * (1.0 / std::max(pane_area(state, Pane::picture).size.width, 1));
}

/// The value of what is compared with at the same place.
void compared_rows(const State& state) {
  const Readout& at = state.readout;
  const CompareWith with = state.comparison.wanted();
  if (with == CompareWith::nothing || with == CompareWith::input) return;
  const std::string name = state.comparison.name_of(with);
  const bool there = at.inside && at.other;
  value_row(state, ("Value of " + name).c_str(), there ? value_text(*at.other) : "–");
  help(state, "What " + name + " has under the cursor.");
  value_row(state, "Difference", there && at.value ? value_text(*at.value - *at.other) : "–");
  help(state, "This picture's value less that of " + name + ".");
}

void cursor_rows(const State& state) {
  const Readout& at = state.readout;
  const std::string none = "–";
  const auto value = [&](const std::string& label, const std::optional<double>& shown) {
    value_row(state, label.c_str(), !at.inside ? none : shown ? value_text(*shown) : "no value");
  };
  const Workload& workload = *state.workload;
  if (reads_source(state.settings, workload)) {
    value("Input", at.input);
    help(state, "The source's value under the cursor.");
  }
  const std::string label(workload.value_label);
  if (!workload.gives_numbers()) {
    value(label == "value" ? "Value" : "Value (" + label + ")", at.value);
    help(state, "The result's value under the cursor.");
    compared_rows(state);
  }
  if (const Decimal step = step_of(state); !step.is_zero()) {
    value_row(state, "x", at.inside ? coordinate(at.point.x, step) : none);
    help(state, "The cursor's place in the plane: to the right.");
    value_row(state, "y", at.inside ? coordinate(at.point.y, step) : none);
    help(state, "The cursor's place in the plane: upward.");
  }
  value_row(state, "Pixel", at.inside ? fmt::format("{}, {}", at.x, at.y) : none);
  help(state, "Column and row under the cursor, from the upper left corner, both from 0 on.");
}

std::string figure_text(double value, std::string_view unit) {
  const bool counted = unit.empty() && value == std::floor(value) && std::abs(value) < 1e15;
  const std::string number = counted ? format_count(static_cast<std::int64_t>(value)) : format_short(value, 6);
  return number + (unit.empty() ? "" : " ") + std::string(unit);
}

/// What a model says of the variants, which nothing has measured.
void model_rows(const State& state, const Frame& frame) {
  for (const PlannedStage& stage : frame.plan.stages) {
    const std::vector<ModelFigure> figures = model_figures(frame.plan, stage);
    if (figures.empty()) continue;
    ImGui::Spacing();
    ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
    push_font(state.fonts.small);
    ImGui::TextUnformatted("modeled, not measured");
    ImGui::PopFont();
    ImGui::PopStyleColor();
    help(state, "Computed from the addresses that the variant's warps touch, not by a profiler.");
    for (const ModelFigure& each : figures) {
      long_value_row(state, capitalized(each.label), each.value ? figure_text(*each.value, each.unit) : "–");
    }
  }
}

void summary_rows(const State& state, const Frame& frame) {
  const Summary& result = frame.summary;
  const auto mean = [](const Summary& of) {
    const std::optional<double> found = mean_of(of);
    return found ? format_short(*found, 6) : std::string("–");
  };
  if (!frame.plan.workload->image || frame.plan.workload->iterates()) {
    value_row(state, "Minimum", value_text(result.minimum));
    help(state, "The least of the result's values.");
    value_row(state, "Maximum", value_text(result.maximum));
    help(state, "The largest of the result's values.");
    value_row(state, "Mean", mean(result));
    help(state, "The sum of the result's values over their number; what is no number is left out.");
    return;
  }
  // A figure of the workload's own may be called mean, too: these say of what they are.
  const bool numbers = frame.plan.workload->gives_numbers();
  const Summary& shown = numbers ? frame.input_summary : result;
  const std::string whose = numbers ? "Input's " : "Result's ";
  value_row(state, (whose + "range").c_str(),
            fmt::format("{} to {}", format_short(shown.minimum, 5), format_short(shown.maximum, 5)));
  help(state, "The least and the largest value.");
  value_row(state, (whose + "mean").c_str(), mean(shown));
  help(state, "The sum of the values over their number; what is no number is left out.");
}

/// Image workloads are bound by memory: bytes say more than the pixels, which the graph of the rate has.
void moved_row(const State& state, const Frame& frame) {
  const double ms = frame.timing.compute();
  value_row(state, "Memory rate", ms > 0 ? format_si(frame.work.bytes / ms * 1e3) + "B/s" : "–");
  help(state, "Bytes that must be read and written at least, over the time in which the result was computed.");
}

void figure_rows(const State& state) {
  if (state.frame == nullptr || state.frame->plan.workload != state.workload) return;
  const Frame& frame = *state.frame;
  summary_rows(state, frame);
  for (const Figure& each : frame.figures)
    long_value_row(state, capitalized(each.label), figure_text(each.value, each.unit));
  if (state.workload->image) {
    moved_row(state, frame);
  } else if (!state.frames.samples().empty()) {
    const FrameSample& last = state.frames.samples().back();
    const double rate = last.operations_per_s();  // 0 of a frame without a step
    value_row(state, rate_name(state, last.unit).c_str(), rate > 0 ? format_si(rate) + "/s" : "–");
    help(state, rate_help);
  }
  model_rows(state, frame);
}

}  // namespace

void ResultFeature::panel(State& state) {
  if (!section(state, "Result")) return;
  cursor_rows(state);
  ImGui::Spacing();
  figure_rows(state);
  variants_button(state);
}

}  // namespace heteroscope
