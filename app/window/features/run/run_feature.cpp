#include "app/window/features/run/run_feature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stop_token>
#include <utility>

#include "app/text/format.hpp"
#include "app/window/feature/saved_plot.hpp"
#include "app/window/features/run/profile.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/model/times/iterating.hpp"
#include "app/window/picture/field_samples.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr const char* no_frame = "no picture yet";
constexpr const char* earlier_save = "no picture of this save";

std::string over_time(const WindowModel& model, const std::string& what) {
  return what + (model.workload->iteration()->step_time != nullptr ? " over time" : " over steps");
}

Plot total_plot(const Window& window, const Theme& theme) {
  const WindowModel& model = window.model;
  Plot plot{.id = "##total", .title = over_time(model, "Total")};
  plot.empty = no_frame;
  plot.x.exact = true;
  if (shows_earlier_save(window.ui, window.view)) {
    plot.empty = earlier_save;
    return plot;
  }
  PlotLine line{.label = {}, .color = line_color(theme, 1), .points = {}};
  double low = 0;
  double high = 0;
  for (const Moment& each : model.run.history.moments()) {
    line.points.push_back({each.time, each.total, {}});
    if (!std::isfinite(each.total)) continue;
    low = std::min(low, each.total);
    high = std::max(high, each.total);
  }
  if (!line.points.empty()) line.label = format_short(line.points.back().y, 4);
  plot.y.scale = round_scale(low, high, false);
  plot.lines.push_back(std::move(line));
  return plot;
}

Plot errors_plot(const Window& window, const Theme& theme) {
  const WindowModel& model = window.model;
  const RunHistory& history = model.run.history;
  Plot plot{.id = "##errors", .title = over_time(model, "Error"), .y = {.logarithmic = true}};
  plot.x.exact = true;
  plot.empty = model.settings().problem.strokes.empty() ? "exactly 0 so far" : "unknown for painted values";
  if (shows_earlier_save(window.ui, window.view)) {
    plot.empty = earlier_save;
    return plot;
  }
  for (std::size_t i = 0; i < history.error_labels().size(); ++i) {
    PlotLine line{
        .label = history.error_labels()[i], .color = line_color(theme, i + 2), .marker = marker_of(i), .points = {}};
    for (const Moment& each : history.moments()) line.points.push_back({each.time, each.errors[i], {}});
    plot.lines.push_back(std::move(line));
  }
  return plot;
}

/// Draws a plot, which is saved with the same title and the workload's name.
void draw(const Window& window, std::string name, std::string x_name, std::function<Plot(const Theme&)> plot) {
  const std::string title = fmt::format("{}: {}", window.model.workload->label, plot(window.ui.theme()).title);
  draw_saved_plot(window.ui, window.model, {std::move(name), title, std::move(x_name), std::move(plot)});
}

void total(const Window& window) {
  draw(window, "total", "time", [&](const Theme& theme) { return total_plot(window, theme); });
}

void errors(const Window& window) {
  draw(window, "errors", "time", [&](const Theme& theme) { return errors_plot(window, theme); });
}

constexpr ImU32 dark = IM_COL32(0, 0, 0, 150);
constexpr ImU32 light = IM_COL32(255, 255, 255, 235);

bool shows_run(const WindowModel& model, const FrameView& view) {
  return model.workload->iterates() && view.frame != nullptr && view.frame->plan.workload == model.workload;
}

Rect picture_rect(const Window& window) {
  const PictureArea area = pane_area(window, Pane::picture);
  return placed(rect_of(window.ui, area), place_of(window.model, *window.view.frame, Role::result, area.size));
}

/// Returns the screen point at a share of the way from the first to the last node; nodes are the centers of pixels.
ImVec2 node_at(const FrameView& view, const Rect& picture, Point share) {
  const Size size = view.frame->field.size();
  const auto along = [](double s, int nodes, float from, float to) {
    return from + (to - from) * static_cast<float>((s * (nodes - 1) + 0.5) / nodes);
  };
  return {along(share.x, size.width, picture.from.x, picture.to.x),
          along(share.y, size.height, picture.from.y, picture.to.y)};
}

void brush(const Window& window, const Rect& picture) {
  if (!can_be_painted(*window.model.workload) || !window.view.readout.inside) return;
  const ImVec2 at = ImGui::GetIO().MousePos;
  const Size size = window.view.frame->field.size();
  const float pixel = (picture.to.x - picture.from.x) / static_cast<float>(std::max(size.width, 1));
  const float radius = static_cast<float>(window.ui.preferences.brush_radius * (size.width - 1)) * pixel;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const bool cold = ImGui::GetIO().KeyShift;
  draw.AddCircle(at, radius, dark, 0, window.ui.units(3));
  draw.AddCircle(at, radius, cold ? IM_COL32(120, 190, 255, 255) : light, 0, window.ui.units(1.2));
}

}  // namespace

RunGraphs::RunGraphs()
    : row_([](const RowRequest& request, const std::stop_token&, const auto& publish) {
        constexpr int most = 1024;
        const Field& field = request.frame->field;
        publish(
            std::make_shared<const Row>(Row{request.row, field.size().height, row_samples(field, request.row, most)}));
      }) {}

void RunGraphs::leave_workload() {
  curves_.clear();
  row_.forget();
}

Plot RunGraphs::profile_plot(const Window& window, const Theme& theme) {
  Plot plot{.id = "##profile", .title = capitalized(window.model.workload->value_label) + " along a row"};
  const bool earlier = shows_earlier_save(window.ui, window.view);
  plot.empty = earlier ? earlier_save : no_frame;
  const auto wanted = earlier ? std::nullopt : profile_row(window.model, window.view);
  if (const auto row = wanted ? row_.follow({window.view.frame, *wanted}, window.ui) : nullptr) {
    PlotLine line{
        .label = fmt::format("row {} of {}", row->row, row->height), .color = line_color(theme, 0), .points = {}};
    const std::vector<double>& values = row->values;
    const double span = std::max(static_cast<double>(values.size()) - 1, 1.0);
    double low = window.view.map ? window.view.map->low : 0;
    double high = window.view.map ? window.view.map->high : 1;
    for (std::size_t i = 0; i < values.size(); ++i) {
      line.points.push_back({static_cast<double>(i) / span, values[i], {}});
      if (!std::isfinite(values[i])) continue;
      low = std::min(low, values[i]);
      high = std::max(high, values[i]);
    }
    plot.y.scale = round_scale(low, high, false);
    plot.lines.push_back(std::move(line));
    plot.empty = "no finite values";
  }
  plot.x.exact = true;
  return plot;
}

/// Returns a plot of the kept curves and the present one over the quantity `over`.
Plot RunGraphs::settling_plot(const Window& window, const Theme& theme, const SettlingOver& over) const {
  Plot plot{.id = over.id, .title = over.title, .y = {.logarithmic = true}};
  const bool earlier = shows_earlier_save(window.ui, window.view);
  plot.empty = earlier ? earlier_save : "nothing measured yet";
  const auto add = [&](const Curve& curve, std::size_t color, bool faint) {
    PlotLine line{.label = curve.label,
                  .color = line_color(theme, color),
                  .marker = marker_of(color),
                  .points = {},
                  .faint = faint};
    for (const Measured& each : curve.points) line.points.push_back({over.along(each), each.value, {}});
    plot.lines.push_back(std::move(line));
  };
  // a kept curve keeps its color, the first one that no other curve has
  for (const Curve& each : curves_.all()) add(each, each.color, true);
  const bool there =
      !earlier && window.view.frame != nullptr && window.view.frame->plan.workload == window.model.workload;
  if (there && !window.view.frame->measured.empty()) add(curve_of(*window.view.frame), curves_.next_color(), false);
  return plot;
}

void RunGraphs::build(const Window& window) {
  const bool settles = window.model.workload->settles();
  std::vector<std::pair<const char*, std::function<void(const Window&)>>> plots;
  plots.emplace_back("profile", [this](const Window& shown) {
    draw(shown, "profile", "share", [&](const Theme& theme) { return profile_plot(shown, theme); });
  });
  if (settles) {
    static constexpr SettlingOver iterations{"##iterations", "Residual over iterations",
                                             [](const Measured& m) { return static_cast<double>(m.step); }};
    static constexpr SettlingOver ms{"##ms", "Residual over time", [](const Measured& m) { return m.ms; }};
    plots.emplace_back("iterations", [this](const Window& shown) {
      draw(shown, "residual-over-iterations", "iteration",
           [&](const Theme& theme) { return settling_plot(shown, theme, iterations); });
    });
    plots.emplace_back("ms", [this](const Window& shown) {
      draw(shown, "residual-over-ms", "ms", [&](const Theme& theme) { return settling_plot(shown, theme, ms); });
    });
  } else if (!window.model.workload->has_own_state()) {  // with a state of its own the result's total says little
    plots.emplace_back("total", total);
  }
  if (!window.model.run.history.error_labels().empty()) plots.emplace_back("errors", errors);
  const float gap = window.ui.units(18);
  const float whole = ImGui::GetContentRegionAvail().x;
  // a narrow window shows fewer plots, each still readable
  const auto fit = std::clamp(static_cast<std::size_t>(whole / window.ui.units(200)), std::size_t{1}, plots.size());
  const float width = std::floor((whole - gap * static_cast<float>(fit - 1)) / static_cast<float>(fit));
  for (std::size_t i = 0; i < fit; ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::BeginChild(plots[i].first, {width, 0}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    plots[i].second(window);
    ImGui::EndChild();
  }
}

void RunGraphs::curve_buttons(Ui& ui, const FrameView& view) {
  const auto button = [&](const char* label, const std::string& why_not, const char* what, auto&& press) {
    ImGui::BeginDisabled(!why_not.empty());
    if (ImGui::Button(label, {ui.units(52), 0})) press();
    ImGui::EndDisabled();
    push_font(ui.fonts.text);
    help(ui, why_not.empty() ? what : why_not);
    ImGui::PopFont();
  };
  const bool measured = view.frame != nullptr && !view.frame->measured.empty() && !shows_earlier_save(ui, view);
  button("Keep", measured ? "" : "There is no curve yet.",
         "Keeps the present curve of the residual, to compare others with; up to six.",
         [&] { ui.ask(action::keep_curve); });
  button("Drop", curves_.all().empty() ? "No curve has been kept." : "", "Removes all kept curves.",
         [&] { curves_.clear(); });
}

RunFeature::RunFeature()
    : contours_([](const Request& request, const std::stop_token&, const auto& publish) {
        constexpr int finest = 256;
        const FieldSamples samples = samples_of(request.frame->field, finest);
        publish(std::make_shared<const std::vector<ContourPiece>>(contour_pieces(samples, request.levels)));
      }) {}

/// Shows the row that is plotted below: a mark on both sides, and a faint line between them.
void RunFeature::profile_line(const Window& window, const Rect& picture) const {
  const auto row = profile_row(window.model, window.view);
  if (!row || built_in_ != ImGui::GetFrameCount()) return;
  const int height = window.view.frame->field.size().height;
  const float y =
      picture.from.y + (picture.to.y - picture.from.y) * (static_cast<float>(*row) + 0.5F) / static_cast<float>(height);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const ImU32 color = window.ui.theme().gpu;
  draw.AddLine({picture.from.x, y}, {picture.to.x, y}, faded(color, 0.45F), window.ui.units(1));
  const float mark = window.ui.units(9);
  for (const auto& [ink, thick] : {std::pair{dark, 5.0}, std::pair{color, 3.0}}) {
    draw.AddLine({picture.from.x, y}, {picture.from.x + mark, y}, ink, window.ui.units(thick));
    draw.AddLine({picture.to.x - mark, y}, {picture.to.x, y}, ink, window.ui.units(thick));
  }
}

/// Draws the contour lines; those of an earlier frame stay until the new ones are there.
void RunFeature::contour_lines(Ui& ui, const FrameView& view, const Rect& picture) {
  if (!ui.preferences.contours || !view.map || view.frame->field.empty()) return contours_.forget();
  const auto pieces =
      contours_.follow({view.frame, levels_between(view.map->low, view.map->high, ui.preferences.contour_levels)}, ui);
  if (pieces == nullptr) return;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const auto lines = [&](ImU32 ink, double thick) {
    for (const ContourPiece& piece : *pieces)
      draw.AddLine(node_at(view, picture, piece.from), node_at(view, picture, piece.to), ink, ui.units(thick));
  };
  lines(IM_COL32(0, 0, 0, 120), 2.6);  // below, so that they are seen over bright values, too
  lines(IM_COL32(255, 255, 255, 170), 1.2);
}

GraphTab RunFeature::tab(const Window& window) const {
  const bool offered = window.model.workload->iterates() && !shows_scope(window.model);
  return {.label = "Run",
          .about = "Values along a row, and how the iteration has developed.",
          .action = action::toggle_plots,
          .offered = offered,
          .chosen = offered && chooses_own_graph(window.ui, window.model),
          .buttons = window.model.workload->settles()};
}

void RunFeature::build(const Window& window) {
  built_in_ = ImGui::GetFrameCount();
  graphs_.build(window);
}

void RunFeature::overlay(const Window& window, OverlaySpace& /*space*/) {
  if (!shows_run(window.model, window.view) || shows_scope(window.model)) return;
  const Rect pane = rect_of(window.ui, pane_area(window, Pane::picture));
  const Rect picture = picture_rect(window);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(pane.from, pane.to);
  contour_lines(window.ui, window.view, picture);
  profile_line(window, picture);
  brush(window, picture);
  draw.PopClipRect();
}

}  // namespace heteroscope
