#include "app/window/features/result/panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/feature/time_plot.hpp"
#include "app/window/feature/under_mouse.hpp"
#include "app/window/features/variants/variants_feature.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/times/iterating.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/run/channels.hpp"

namespace heteroscope {
namespace {

/// Returns a coordinate with enough digits to distinguish neighboring pixels.
std::string coordinate(const Decimal& value, const Decimal& step) {
  const std::int64_t decimals = std::max<std::int64_t>(-step.magnitude(), 0);
  constexpr std::int64_t all_of_a_double = 17;
  if (decimals <= all_of_a_double) return fmt::format("{:.{}f}", value.to_double(), decimals);
  // of many digits the first ones and those that change under the cursor are shown
  constexpr std::size_t first = 7;
  constexpr std::size_t last = 12;
  const std::string text = value.rounded(-decimals).text();
  return text.size() <= first + last + 1 ? text : text.substr(0, first) + "…" + text.substr(text.size() - last);
}

/// Returns the distance of neighboring pixels in the plane; 0 if coordinates are pixels.
Decimal step_of(const Window& window) {
  if (view_target(window.model.settings(), window.model.catalog).owner == nullptr) return {};
  return shown_view(window).span * (1.0 / std::max(pane_area(window, Pane::picture).size.width, 1));
}

/// Draws the three channels of a color picture.
void channels_row(const Window& window) {
  const auto& frame = window.view.frame;
  if (frame == nullptr || frame->plan.workload != window.model.workload || frame->channels == nullptr) return;
  const Readout& at = window.view.readout;
  const auto& [red, green, blue] = frame->channels->results;
  const bool there =
      at.inside && at.x < red.size().width && at.y < red.size().height && !shows_earlier_save(window.ui, window.view);
  const auto text = [&](const Field& field) { return format_short(field.value(at.x, at.y), 4); };
  value_row(window.ui, "Red, green, blue", there ? fmt::format("{} {} {}", text(red), text(green), text(blue)) : "–");
  help(window.ui, under_mouse(at, "The result's three channels under the cursor."));
}

/// What the tooltip of a value under the mouse says in place of what it is, where the picture is an earlier save's.
constexpr const char* earlier_help =
    "A dash: the picture is from an earlier save, and its values are not those of the present save.";

void cursor_rows(const Window& window) {
  const Readout& at = window.view.readout;
  const std::string none = "–";
  const bool earlier = shows_earlier_save(window.ui, window.view);
  const auto value = [&](const std::string& label, const std::optional<double>& shown) {
    value_row(window.ui, label.c_str(), !at.inside ? none : shown ? shown_value(*shown) : "no value");
  };
  const Workload& workload = *window.model.workload;
  if (reads_source(window.model.settings(), workload)) {
    value("Input", at.input);
    help(window.ui, under_mouse(at, "The source's value under the cursor."));
  }
  const std::string label(workload.value_label);
  if (!workload.gives_numbers()) {
    const bool undecided = workload.escape_limit && at.value && *at.value < 0;
    const std::string name = label == "value" ? "Value" : "Value (" + label + ")";
    if (earlier) {
      value_row(window.ui, name.c_str(), none);
    } else if (undecided && at.inside) {
      value_row(window.ui, "Undecided", shown_value(-*at.value));
    } else {
      value(name, at.value);
    }
    help(window.ui, earlier ? earlier_help : under_mouse(at, "The result's value under the cursor."));
    channels_row(window);
  }
  if (const Decimal step = step_of(window); !step.is_zero()) {
    value_row(window.ui, "x", at.inside ? coordinate(at.point.x, step) : none);
    help(window.ui, under_mouse(at, "The cursor's horizontal coordinate in the plane."));
    value_row(window.ui, "y", at.inside ? coordinate(at.point.y, step) : none);
    help(window.ui, under_mouse(at, "The cursor's vertical coordinate in the plane, upward."));
  }
  value_row(window.ui, "Pixel", at.inside ? fmt::format("{}, {}", at.x, at.y) : none);
  help(window.ui, under_mouse(at, "Column and row under the cursor, counted from 0 at the upper left corner."));
}

std::string figure_text(double value, std::string_view unit) {
  const bool counted = unit.empty() && value == std::floor(value) && std::abs(value) < 1e15;
  const std::string number = counted ? format_count(static_cast<std::int64_t>(value)) : format_short(value, 6);
  return number + (unit.empty() ? "" : " ") + std::string(unit);
}

/// Draws the modeled figures of the variants, which are not measured.
void model_rows(const Ui& ui, const Frame& frame) {
  for (const PlannedStage& stage : frame.plan.stages) {
    const std::vector<ModelFigure> figures = model_figures(frame.plan, stage);
    if (figures.empty()) continue;
    ImGui::Spacing();
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
    push_font(ui.fonts.small);
    ImGui::TextUnformatted("modeled, not measured");
    ImGui::PopFont();
    ImGui::PopStyleColor();
    help(ui, "Computed from the addresses that the variant's warps touch, not by a profiler.");
    for (const ModelFigure& each : figures) {
      long_value_row(ui, capitalized(each.label), each.value ? figure_text(*each.value, each.unit) : "–");
      if (!each.value) help(ui, "A dash: this variant has no access of that kind.");
    }
  }
}

std::string mean_text(const Summary& of) {
  const std::optional<double> found = mean_of(of);
  return found ? format_short(*found, 6) : std::string("–");
}

constexpr std::string_view mean_help =
    "The mean of the result's values, without those that are not numbers. A dash: no value is a number.";

/// The rows of a picture some of whose values are undecided, in the places of the same rows of one that has none.
void decided_rows(const Ui& ui, const Frame& frame) {
  for (const char* label : {"Minimum", "Maximum", "Mean"}) {
    const auto found = std::ranges::find_if(
        frame.figures, [&](const Figure& each) { return each.decided && capitalized(each.label).starts_with(label); });
    const bool there = found != frame.figures.end();
    const bool counted = label != std::string_view("Mean");
    value_row(ui, label, !there ? "–" : counted ? shown_value(found->value) : format_short(found->value, 6));
    help(ui, there ? "Of the decided values: undecided pixels are left out." : "A dash: every pixel is undecided.");
  }
}

/// The names of the rows that sum up a result's values.
std::vector<std::string> summary_labels(const Workload& workload) {
  if (!workload.image || workload.iterates()) return {"Minimum", "Maximum", "Mean"};
  // a workload can have a figure called mean, too, so these labels say whose mean it is
  const std::string whose = workload.gives_numbers() ? "Input's " : "Result's ";
  return {whose + "range", whose + "mean"};
}

void summary_rows(const Ui& ui, const Frame& frame) {
  const Summary& result = frame.summary;
  // counts that are not certain are negative
  if (frame.plan.workload->escape_limit && result.minimum < 0) return decided_rows(ui, frame);
  if (!frame.plan.workload->image || frame.plan.workload->iterates()) {
    value_row(ui, "Minimum", shown_value(result.minimum));
    help(ui, "The smallest of the result's values.");
    value_row(ui, "Maximum", shown_value(result.maximum));
    help(ui, "The largest of the result's values.");
    value_row(ui, "Mean", mean_text(result));
    help(ui, mean_help);
    return;
  }
  const Summary& shown = frame.plan.workload->gives_numbers() ? frame.input_summary : result;
  const std::vector<std::string> labels = summary_labels(*frame.plan.workload);
  value_row(ui, labels.front().c_str(),
            fmt::format("{} to {}", format_short(shown.minimum, 5), format_short(shown.maximum, 5)));
  help(ui, "The smallest and the largest value.");
  value_row(ui, labels.back().c_str(), mean_text(shown));
  help(ui, mean_help);
}

/// Draws the memory rate: image workloads are bound by memory, so bytes say more than the pixels in the graph of the
/// rate.
void moved_row(const Ui& ui, const Frame& frame) {
  const double ms = frame.timing.compute();
  value_row(ui, "Memory rate", ms > 0 ? format_si(frame.work.bytes / ms * 1e3) + "B/s" : "–");
  help(ui, ms > 0 ? "The bytes that must at least be read and written, divided by the compute time."
                  : "A dash: nothing was computed in the newest frame, so it has no rate.");
}

/// Draws the times of one and of all three channels of a color picture.
void channel_rows(const Ui& ui, const Frame& frame) {
  if (frame.channels == nullptr) return;
  const auto ms = [](double number) { return format_short(number, 4) + " ms"; };
  value_row(ui, "One channel", ms(frame.timing.compute()));
  help(ui, "The compute time of the luma; all other times here are of the luma, too.");
  value_row(ui, "Three channels", ms(frame.channels->compute_ms));
  help(ui, "The compute time of red, green and blue, one after the other.");
}

/// Returns the frame of the present workload, computed by the present saves; null: there is none yet.
const Frame* shown_frame(const Window& window) {
  const Frame* const frame = shows_earlier_save(window.ui, window.view) ? nullptr : window.view.frame.get();
  return frame != nullptr && frame->plan.workload == window.model.workload ? frame : nullptr;
}

/// The rate of the newest frame, in which something may not have been computed.
void rate_row(const Window& window) {
  const auto& samples = window.model.frames.samples();
  if (samples.empty()) return value_row(window.ui, "Rate", "–");
  const double rate = samples.back().operations_per_s();  // 0 for a frame without a step
  value_row(window.ui, rate_name(window.model, samples.back().unit).c_str(), rate > 0 ? format_si(rate) + "/s" : "–");
  help(window.ui, rate > 0 ? rate_help : "A dash: nothing was computed in the newest frame, so it has no rate.");
}

/// The rows that each frame of the workload has.
void frame_rows(const Window& window) {
  const Frame* const frame = shown_frame(window);
  if (frame == nullptr) {
    const Workload& workload = *window.model.workload;
    for (const std::string& label : summary_labels(workload)) value_row(window.ui, label.c_str(), "–");
    const auto& samples = window.model.frames.samples();
    const std::string rate = samples.empty() ? "Rate" : rate_name(window.model, samples.back().unit);
    return value_row(window.ui, workload.image ? "Memory rate" : rate.c_str(), "–");
  }
  summary_rows(window.ui, *frame);
  if (window.model.workload->image) return moved_row(window.ui, *frame);
  rate_row(window);
}

bool has_figures(const Frame& frame) {
  const auto modeled = [&](const PlannedStage& each) { return !model_figures(frame.plan, each).empty(); };
  return frame.channels != nullptr || std::ranges::any_of(frame.plan.stages, modeled) ||
         std::ranges::any_of(frame.figures, [](const Figure& each) { return !each.decided; });
}

}  // namespace

void ResultFeature::panel(const Window& window) {
  if (!section(window.ui, "Result")) return;
  cursor_rows(window);
  ImGui::Spacing();
  frame_rows(window);
  variants_button(window.ui);
}

void FiguresFeature::panel(const Window& window) {
  const Frame* const frame = shown_frame(window);
  if (frame == nullptr || !has_figures(*frame) || !section(window.ui, "Figures")) return;
  for (const Figure& each : frame->figures) {
    if (!each.decided) long_value_row(window.ui, capitalized(each.label), figure_text(each.value, each.unit));
  }
  if (window.model.workload->image) channel_rows(window.ui, *frame);
  model_rows(window.ui, *frame);
}

}  // namespace heteroscope
