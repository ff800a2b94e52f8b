#include "app/window/features/run/run_graphs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <stop_token>

#include "app/text/format.hpp"
#include "app/window/features/run/profile.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/picture/field_samples.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr const char* no_frame = "no picture yet";

std::string over_time(const State& state, const std::string& what) {
  return what + (state.workload->iteration()->step_time != nullptr ? " over time" : " over steps");
}

void total(State& state) {
  Plot plot{.id = "##total", .title = over_time(state, "Total")};
  plot.empty = no_frame;
  plot.x.exact = true;
  PlotLine line{.label = {}, .color = line_color(state.theme(), 1), .points = {}};
  double low = 0;
  double high = 0;
  for (const Moment& each : state.run.history.moments()) {
    line.points.push_back({each.time, each.total, {}});
    if (!std::isfinite(each.total)) continue;
    low = std::min(low, each.total);
    high = std::max(high, each.total);
  }
  if (!line.points.empty()) line.label = format_short(line.points.back().y, 4);
  plot.y.scale = round_scale(low, high, false);
  plot.lines.push_back(std::move(line));
  draw_plot(state, plot);
}

void errors(State& state) {
  const RunHistory& history = state.run.history;
  Plot plot{.id = "##errors", .title = over_time(state, "Error"), .y = {.logarithmic = true}};
  plot.x.exact = true;
  plot.empty = state.settings.problem.strokes.empty() ? "exactly 0 so far" : "not known of what was painted";
  for (std::size_t i = 0; i < history.error_labels().size(); ++i) {
    PlotLine line{.label = history.error_labels()[i],
                  .color = line_color(state.theme(), i + 2),
                  .marker = marker_of(i),
                  .points = {}};
    for (const Moment& each : history.moments()) line.points.push_back({each.time, each.errors[i], {}});
    plot.lines.push_back(std::move(line));
  }
  draw_plot(state, plot);
}

}  // namespace

RunGraphs::RunGraphs()
    : row_([](const RowWish& wish, const std::stop_token&, const auto& publish) {
        constexpr int most = 1024;
        const Field& field = wish.frame->field;
        publish(std::make_shared<const Row>(Row{wish.row, field.size().height, row_samples(field, wish.row, most)}));
      }) {}

void RunGraphs::leave_workload() {
  curves_.clear();
  row_.forget();
}

void RunGraphs::profile(State& state) {
  Plot plot{.id = "##profile", .title = capitalized(state.workload->value_label) + " along a line"};
  plot.empty = no_frame;
  const auto wanted = profile_row(state);
  if (const auto row = wanted ? row_.follow({state.frame, *wanted}, state) : nullptr) {
    PlotLine line{.label = fmt::format("row {} of {}", row->row, row->height),
                  .color = line_color(state.theme(), 0),
                  .points = {}};
    const std::vector<double>& values = row->values;
    const double span = std::max(static_cast<double>(values.size()) - 1, 1.0);
    double low = state.map ? state.map->low : 0;
    double high = state.map ? state.map->high : 1;
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
  draw_plot(state, plot);
}

/// Kept curves and the present one, over what `along` takes of a point.
void RunGraphs::settling(State& state, const char* id, const char* title, double (*along)(const Measured&)) {
  Plot plot{.id = id, .title = title, .y = {.logarithmic = true}};
  plot.empty = "nothing measured yet";
  const auto add = [&](const Curve& curve, std::size_t color, bool faint) {
    PlotLine line{.label = curve.label,
                  .color = line_color(state.theme(), color),
                  .marker = marker_of(color),
                  .points = {},
                  .faint = faint};
    for (const Measured& each : curve.points) line.points.push_back({along(each), each.value, {}});
    plot.lines.push_back(std::move(line));
  };
  // a kept curve has the color that it had before: the first that no other has
  for (const Curve& each : curves_.all()) add(each, each.color, true);
  const bool there = state.frame != nullptr && state.frame->plan.workload == state.workload;
  if (there && !state.frame->measured.empty()) add(curve_of(*state.frame), curves_.next_color(), false);
  draw_plot(state, plot);
}

void RunGraphs::build(State& state) {
  const bool settles = state.workload->settles();
  std::vector<std::pair<const char*, std::function<void(State&)>>> plots;
  plots.emplace_back("profile", [this](State& s) { profile(s); });
  if (settles) {
    plots.emplace_back("iterations", [this](State& s) {
      settling(s, "##iterations", "Residual over iterations",
               [](const Measured& m) { return static_cast<double>(m.step); });
    });
    plots.emplace_back(
        "ms", [this](State& s) { settling(s, "##ms", "Residual over ms", [](const Measured& m) { return m.ms; }); });
  } else if (!state.workload->has_own_state()) {  // else the result's total says little of the state
    plots.emplace_back("total", total);
  }
  if (!state.run.history.error_labels().empty()) plots.emplace_back("errors", errors);
  const float gap = state.units(18);
  const float whole = ImGui::GetContentRegionAvail().x;
  // in a narrow window fewer plots, each still readable
  const auto fit = std::clamp(static_cast<std::size_t>(whole / state.units(200)), std::size_t{1}, plots.size());
  const float width = std::floor((whole - gap * static_cast<float>(fit - 1)) / static_cast<float>(fit));
  for (std::size_t i = 0; i < fit; ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::BeginChild(plots[i].first, {width, 0}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    plots[i].second(state);
    ImGui::EndChild();
  }
}

void RunGraphs::curve_buttons(State& state) {
  const auto button = [&](const char* label, const std::string& why_not, const char* what, auto&& press) {
    ImGui::BeginDisabled(!why_not.empty());
    if (ImGui::Button(label, {state.units(52), 0})) press();
    ImGui::EndDisabled();
    push_font(state.fonts.text);
    help(state, why_not.empty() ? what : why_not);
    ImGui::PopFont();
  };
  const bool measured = state.frame != nullptr && !state.frame->measured.empty();
  button("Keep", measured ? "" : "Nothing has been measured yet.",
         "The present curve of the residual stays, to compare others with: up to six.",
         [&] { state.ask(action::keep_curve); });
  button("Drop", curves_.all().empty() ? "No curve was kept." : "", "All kept curves go.", [&] { curves_.clear(); });
}

}  // namespace heteroscope
