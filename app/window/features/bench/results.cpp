#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/analysis/graphs/svg.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/features/bench/bench_feature.hpp"
#include "app/window/features/bench/findings.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/ceil_div.hpp"
#include "core/base/plural.hpp"

/// The right part of the bench's page, which shows the results.
namespace heteroscope {
namespace {

/// The width of the graph, always without that of a scroll bar: otherwise the bar's presence and the graph's size would
/// depend on each other.
float steady_width() {
  return ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize - 1;
}

/// Cuts names that would leave no room for the bars; they end in "…".
BarChart with_short_names(BarChart chart, float width) {
  for (BarChart::Group& group : chart.groups) {
    group.name = shortened(group.name, width * 0.9F);
    for (BarChart::Bar& bar : group.bars) bar.name = shortened(bar.name, width * 0.4F);
  }
  return chart;
}

void draw_bars(const Ui& ui, const BarChart& bars) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = steady_width();
  Drawing drawing;
  const double bottom = lay_out(with_short_names(bars, width), {from.x, from.y}, width, plot_style(ui), drawing);
  put(ui, *ImGui::GetWindowDrawList(), drawing);
  ImGui::Dummy({width, static_cast<float>(bottom) - from.y});
}

/// Draws the names of the plot's lines one after the other, in as many rows as they need.
void draw_legend(const Ui& ui, const Plot& plot) {
  const float right = steady_width();
  bool first = true;
  for (const PlotLine& each : plot.lines) {
    const float width = text_size(each.label).x + ui.units(16);
    const float gap = ui.units(14);
    const float left = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + gap;
    if (!first && left + width <= right) ImGui::SameLine(0, gap);
    first = false;
    mark_before(ui, each.marker, each.color);
    ImGui::TextUnformatted(each.label.c_str());
  }
}

void draw_plots(const Ui& ui, const std::vector<Plot>& plots) {
  draw_legend(ui, plots.front());
  const float gap = ui.units(14);
  const ImVec2 room{steady_width(), ImGui::GetContentRegionAvail().y};
  const auto count = static_cast<int>(plots.size());
  const int across = std::clamp(static_cast<int>((room.x + gap) / ui.units(250)), 1, count);
  const int rows = ceil_div(count, across);
  const ImVec2 size{(room.x - gap * static_cast<float>(across - 1)) / static_cast<float>(across),
                    std::max(room.y / static_cast<float>(rows) - ui.units(4), ui.units(150))};
  for (int i = 0; i < count; ++i) {
    Plot plot = plots[static_cast<std::size_t>(i)];
    plot.id = "plot";
    plot.legend = Legend::none;
    if (i % across != 0) ImGui::SameLine(0, gap);
    ImGui::PushID(i);
    ImGui::BeginChild("plot", size, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw_plot(ui, plot);
    ImGui::EndChild();
    ImGui::PopID();
  }
}

/// Draws the graph of a result in the rest of the ImGui window, which scrolls where the graph is larger.
void draw_graph(const Ui& ui, const Graph& graph) {
  if (graph.bars) {
    draw_bars(ui, *graph.bars);
  } else if (!graph.plots.empty()) {
    draw_plots(ui, graph.plots);
  }
}

/// Draws a published conclusion, whether it holds, and the figures from which that follows. `whose` names the machine
/// of published figures, ", Tesla P100"; it is empty for figures that were measured here.
void put_claim(const Ui& ui, const Judged& judged, const std::string& whose) {
  const Theme& theme = ui.theme();
  const ImU32 color = judged.verdict == Verdict::holds      ? theme.text
                      : judged.verdict == Verdict::does_not ? theme.notice
                                                            : theme.dim;
  push_font(ui.fonts.strong);
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(color), "%s%s", text_of(judged.verdict), whose.c_str());
  ImGui::PopFont();
  ImGui::TextWrapped("%s (%s)", std::string(judged.claim->text).c_str(), std::string(judged.claim->where).c_str());
  colored_words(theme.dim, judged.why);
  ImGui::Spacing();
}

void put_claims(const Ui& ui, const BenchView& view) {
  for (const Judged& each : view.claims) put_claim(ui, each, {});
  if (!view.source.empty()) colored_words(ui.theme().dim, view.source);
}

constexpr double least_part_units = 130;  // height of the rows, the findings or the conclusions

/// Returns the least height of what stands below the graph, down to the buttons.
float room_below_graph(const Ui& ui) {
  const float gaps = 2 * ImGui::GetStyle().ItemSpacing.y + ui.units(4);
  return 2 * ImGui::GetFrameHeightWithSpacing() + gaps + ui.units(least_part_units);
}

/// "70 rows", "70 rows of 12 suites".
std::string amount_of(const BenchViews* views) {
  if (views == nullptr) return "0 rows";
  std::string rows = plural(rows_of(*views), "row");
  if (views->title.empty()) return rows;
  return fmt::format("{} of {}", rows, plural(views->parts.size(), "suite"));
}

}  // namespace

/// Shows, for a suite of which no row can be measured here, the published conclusions and whether the published figures
/// support them.
void BenchFeature::published(const Ui& ui) {
  resizes_ = outlook_.published != std::exchange(drawn_published_, outlook_.published);
  ImGui::TextWrapped(
      "None of its rows can be measured here. These are the published conclusions, checked against the figures that "
      "were published with them:");
  ImGui::Spacing();
  for (const JudgedByPublished& each : outlook_.published->claims)
    put_claim(ui, each.judged, each.machine.empty() ? "" : fmt::format(", {}", each.machine));
  for (const std::string& each : outlook_.published->notes) put_item(each);
  ImGui::Spacing();
  if (!outlook_.published->source.empty()) colored_words(ui.theme().dim, outlook_.published->source);
}

/// Says whose results are shown, and how far their measurement is.
void BenchFeature::standing(const Ui& ui) {
  const Theme& theme = ui.theme();
  if (loaded_ != nullptr) {
    const std::string of = "From the file ";
    const float room = ImGui::GetContentRegionAvail().x - text_size(of).x;
    ImGui::TextUnformatted((of + end_of(loaded_from_, room)).c_str());
    help(ui, loaded_from_);
    return;
  }
  const auto made = task_.measured();
  if (wanted_) {
    ImGui::TextWrapped("The measurement begins as soon as nothing else is computed.");
  } else if (made == nullptr) {
    colored_words(theme.dim,
                  "Nothing has been measured yet. Rows, graphs and conclusions appear here during a measurement.");
  } else if (task_.running()) {
    ImGui::TextWrapped("%s", stopping_ ? "The measurement stops after the present run." : task_.now().c_str());
    ImGui::ProgressBar(static_cast<float>(task_.share()), {-1, ui.units(5)}, "");
  } else {
    ImGui::TextWrapped(
        "%s", fmt::format("{}: {}, {}", made->title, amount_of(made->views.get()), made->whole ? "complete" : "stopped")
                  .c_str());
  }
  if (const std::string failure = task_.failure(); !failure.empty()) colored_words(theme.error, failure);
  if (made != nullptr && made->disturbed > 0) {
    colored_words(theme.notice, fmt::format("{} row{} measured while the window was in use.", made->disturbed,
                                            made->disturbed == 1 ? " was" : "s were"));
  }
}

void BenchFeature::part(const Ui& ui, const std::shared_ptr<const BenchView>& view, bool whole) {
  int part = static_cast<int>(part_);
  const ImU32 on = ui.theme().dim;
  const std::string no_claims = view->claims.empty() ? "No conclusions have been published for these rows." : "";
  if (!no_claims.empty() && part_ == Part::claims) part = static_cast<int>(part_ = Part::rows);
  if (segmented(ui, "part", part,
                {{"rows", on, {}, "All rows. A click on a column's heading sorts them."},
                 {"findings",
                  on,
                  {},
                  "Which variant was fastest, by how much, and which variants cannot be distinguished from it."},
                 {"published", on, no_claims, "The published conclusions, and whether they hold on this machine."}}))
    part_ = static_cast<Part>(part);
  const auto of_part = [&] {
    if (part_ == Part::rows) {
      table_.draw(ui, view, whole);
    } else if (part_ == Part::findings) {
      put_findings(view->findings);
    } else {
      put_claims(ui, *view);
    }
  };
  if (whole) return of_part();
  const float below = ImGui::GetFrameHeightWithSpacing() + ui.units(2);
  ImGui::BeginChild("part", {0, std::max(ImGui::GetContentRegionAvail().y - below, ui.units(least_part_units))}, false,
                    ImGuiWindowFlags_NoSavedSettings);
  of_part();
  ImGui::EndChild();
}

/// Chooses the suite of a collection whose rows are shown; until one is chosen, it is the newest.
void BenchFeature::which_suite(const Ui& ui, const BenchViews& views) {
  if (views.title.empty()) return;
  const std::string now = title_of(*shown(views));
  row(ui, "Suite", narrow_label);
  if (!begin_combo(ui, "##shown", now)) return help(ui, "The suite whose rows are shown.");
  for (const auto& each : views.parts) {
    const std::string title = title_of(*each);
    if (heteroscope::choice(ui, title.c_str(), title == now, {}, plural(each->lines.size(), "row"))) suite_ = title;
  }
  for (const LeftOut& each : views.left_out) heteroscope::choice(ui, each.title.c_str(), false, each.reason, {});
  ImGui::EndCombo();
}

void BenchFeature::buttons(const Ui& ui, const std::shared_ptr<const BenchViews>& views,
                           const std::shared_ptr<const BenchView>& view) {
  ImGui::BeginDisabled(files_.busy());
  if (ImGui::Button("Save")) files_.save(views, view);
  help(ui, views->title.empty()
               ? "Saves the rows as JSON, CSV and Markdown and the graph as SVG, in the export folder."
               : "Saves all suites as JSON, CSV and Markdown and this graph as SVG, in the export folder.");
  ImGui::SameLine();
  if (ImGui::Button("Open report")) files_.report(views);
  help(ui, "Writes a self-contained HTML page with tables, graphs and conclusions, and opens it.");
  ImGui::EndDisabled();
}

void BenchFeature::results(Ui& ui, bool whole) {
  const bool chosen = outlook_.line == asked_line_ && outlook_.published != nullptr;
  if (chosen && !running() && loaded_ == nullptr) return published(ui);
  standing(ui);
  const auto views = all_shown();
  if (views == nullptr) return;
  which_suite(ui, *views);
  const auto view = shown(*views);
  resizes_ = view != std::exchange(drawn_, view);
  const float below = room_below_graph(ui);
  ImGui::Spacing();
  push_font(ui.fonts.small);
  save_menu(ui, {.stem = "heteroscope-bench-" + title_of(*view),
                 .figure = [&] { return bench_figure(*view->result); },
                 .csv = [&] { return result_csv(*view->result); }});
  ImGui::SameLine(0, ui.units(10));
  colored_words(ui.theme().dim, view->graph.title);
  const float room = ImGui::GetContentRegionAvail().y;
  const float usual = std::max(0.5F * room, ui.units(170));
  const float height = whole ? ui.units(230) : std::max(std::min(usual, room - below), ui.units(110));
  ImGui::BeginChild("graph", {0, height}, false, ImGuiWindowFlags_NoSavedSettings);
  draw_graph(ui, view->graph);
  ImGui::EndChild();
  ImGui::PopFont();
  ImGui::Spacing();
  part(ui, view, whole);
  buttons(ui, views, view);
}

}  // namespace heteroscope
