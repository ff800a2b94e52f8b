#include "app/window/features/tune/tune_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/text/format.hpp"
#include "app/text/table.hpp"
#include "app/tune/landscape.hpp"
#include "app/tune/reach.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/variant_rows.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

constexpr std::array<double, 3> budgets{15, 60, 300};
constexpr std::size_t shown = 6;

/// Returns the places of the best candidate and its ties, then of the fastest others.
std::vector<std::size_t> best_places(const TuneFound& found) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < found.tried.size(); ++i) {
    const TuneFate fate = found.tried[i].fate;
    if (fate == TuneFate::checked || fate == TuneFate::slower) out.push_back(i);
  }
  const auto rank = [&](std::size_t i) {
    if (i == *found.winner) return 0;
    return std::ranges::find(found.ties, i) != found.ties.end() ? 1 : 2;
  };
  std::ranges::stable_sort(out, {}, [&](std::size_t i) { return std::pair(rank(i), found.tried[i].time.ms); });
  if (out.size() > shown) out.resize(shown);
  return out;
}

const char* best_words(const MeasuredTune& made) {
  if (made.kept != nullptr) return "the best, kept: ";
  return why_not_kept(*made.all).empty() ? "the best so far: " : "the best, not kept: ";
}

std::string tried_text(const MeasuredTune& made) {
  const auto thrown_out =
      std::ranges::count_if(made.found.tried, [](const TuneTried& each) { return !each.why.empty(); });
  std::string out =
      fmt::format("{} of {} tried", made.found.tried.size(), made.all->candidates.space.candidates.size());
  if (thrown_out > 0) out += fmt::format(", {} excluded", thrown_out);
  if (!made.found.ties.empty()) out += fmt::format(", {} tied with the best", made.found.ties.size());
  return out;
}

/// Returns "Measured 14 times. ± is how far the median's 95 % interval reaches."
std::string about_time(const TuneTime& time, bool tied) {
  std::string out = fmt::format("Measured {}.", time.runs == 1 ? "once" : fmt::format("{} times", time.runs));
  if (time.interval) out += " ± is how far the median's 95 % interval reaches.";
  if (tied) {
    out += fmt::format(
        " It cannot be distinguished from the best: their intervals overlap, or they differ by less than {}.",
        percent(TuneEffort{}.noise));
  }
  return out;
}

void why_thrown_out(const Ui& ui, const MeasuredTune& made) {
  for (const TuneTried& each : made.found.tried) {
    if (each.why.empty()) continue;
    help(ui, fmt::format("excluded: {}: {}", made.all->candidates.space.text(each.candidate), each.why));
    return;
  }
}

/// Draws the heat map into the rest of the window, with the candidate under the mouse.
void landscape(const Ui& ui, const HeatMap& map) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  Drawing drawing;
  const HeatMapFrame frame = lay_out(map, {at.x, at.y, at.x + room.x, at.y + room.y}, plot_style(ui), drawing);
  put(ui, *ImGui::GetWindowDrawList(), drawing);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto place = ImGui::IsWindowHovered() ? frame.place_at({mouse.x, mouse.y}) : std::nullopt;
  if (!place || *place >= map.cells.size() || map.cells[*place].text.empty()) return;
  ImGui::BeginTooltip();
  ImGui::Dummy({ui.units(200), 0});
  value_row(ui, map.x_label.c_str(), map.columns[*place % map.columns.size()]);
  if (!map.y_label.empty()) value_row(ui, map.y_label.c_str(), map.rows[*place / map.columns.size()]);
  value_row(ui, "time", format_ms(map.cells[*place].value));
  ImGui::EndTooltip();
}

}  // namespace

/// Returns the problem alone, since the search chooses how it is computed.
Settings TuneFeature::measured(const Window& window) const {
  Settings out = measured_problem(window.model.settings(), window.model.catalog);
  out.execution = {};
  return out;
}

void TuneFeature::budget_row(const Ui& ui) {
  int chosen = 1;
  for (std::size_t i = 0; i < budgets.size(); ++i) {
    if (task().budget_s() == budgets[i]) chosen = static_cast<int>(i);
  }
  const ImU32 on = ui.theme().dim;
  ImGui::BeginChild("budget", {ui.units(240), ImGui::GetFrameHeight()}, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  if (segmented(ui, "budget", chosen,
                {{"15 s", on, {}, "How long the next search may take."},
                 {"1 min", on, {}, "How long the next search may take."},
                 {"5 min", on, {}, "How long the next search may take."}})) {
    own_task().set_budget(budgets[static_cast<std::size_t>(chosen)]);
  }
  ImGui::EndChild();
}

/// Draws the best candidates, each with a button that uses it.
void TuneFeature::best_rows(const Ui& ui, WindowModel& model, const MeasuredTune& made) {
  const TuneFound& found = made.found;
  const double best = found.tried[*found.winner].time.ms;
  const float use = ui.units(54);
  for (const std::size_t place : best_places(found)) {
    const TuneTried& tried = found.tried[place];
    ImGui::PushID(static_cast<int>(place));
    if (ImGui::Button("Use", {use, 0})) {
      use_tuned(*model.edit(), made.all->candidates.settings[tried.candidate].execution);
    }
    help(ui, "Computes with these settings from now on; Ctrl + Z takes that back.");
    ImGui::SameLine(0, ui.units(10));
    ImGui::AlignTextToFramePadding();
    const bool winner = place == *found.winner;
    const bool tied = std::ranges::find(found.ties, place) != found.ties.end();
    const std::string reach = reach_text(tried.time);
    const std::string time = format_ms(tried.time.ms) + (reach.empty() ? "" : " ± " + reach);
    const std::string words = fmt::format("{}   {}{}", time,
                                          winner ? best_words(made)
                                          : tied ? "a tie: "
                                                 : fmt::format("{} ×: ", times(tried.time.ms / best)),
                                          made.all->candidates.space.text(tried.candidate));
    if (winner) push_font(ui.fonts.strong);
    ImGui::TextUnformatted(shortened(words, ImGui::GetContentRegionAvail().x).c_str());
    if (winner) ImGui::PopFont();
    const std::string not_kept = winner ? why_not_kept(*made.all) : std::string();
    help(ui, about_time(tried.time, tied) + (not_kept.empty() ? "" : fmt::format(" It is not kept: {}.", not_kept)));
    ImGui::PopID();
  }
}

void TuneFeature::body(const Window& window) {
  const auto made = task().measured();
  const Settings& of = *task().settings();
  heading(window,
          fmt::format("{}, {}, {}", window.model.workload->label, size_text(of, *window.model.workload),
                      id_of(of.problem.precision)),
          "The fastest way");
  budget_row(window.ui);
  if (made->all == nullptr) return;
  ImGui::SameLine(0, window.ui.units(12));
  ImGui::AlignTextToFramePadding();
  const std::string gain = gain_text(*made->all, TuneEffort{}.noise);
  ImGui::TextUnformatted(
      shortened(tried_text(*made) + (gain.empty() ? "" : "; the best is " + gain), ImGui::GetContentRegionAvail().x)
          .c_str());
  why_thrown_out(window.ui, *made);
  if (!made->found.winner) return;
  ImGui::Spacing();
  const TuneSpace& space = made->all->candidates.space;
  HeatMap map = tune_landscape(space, made->found);
  map.title = landscape_about(space, made->found);
  const auto rows = static_cast<float>(best_places(made->found).size());
  const float below =
      rows * ImGui::GetFrameHeightWithSpacing() + ImGui::GetFrameHeightWithSpacing() + window.ui.units(6);
  const float height = std::max(ImGui::GetContentRegionAvail().y - below, window.ui.units(100));
  push_font(window.ui.fonts.small);
  ImGui::BeginChild("landscape", {0, height}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  landscape(window.ui, map);
  ImGui::EndChild();
  ImGui::PopFont();
  best_rows(window.ui, window.model, *made);
  save_menu(window.ui, {.stem = fmt::format("heteroscope-{}-tuned", window.model.workload->id),
                        .figure =
                            [&] {
                              return landscape_figure(space, made->found, "tune " + made->all->record.problem,
                                                      machine_text(made->all->record.machine));
                            },
                        .csv =
                            [&] {
                              TuneRecord record = made->all->record;
                              record.found = made->found;
                              return tune_csv(record);
                            }});
}

void TuneFeature::draw_measured(const Window& window, OverlaySpace& space) {
  if (const auto made = task().measured(); made->kept != nullptr) winners_ = made->kept;
  // the best candidates in large text do not all fit into a small window, so it scrolls
  const auto page = OverlayWindow::in_middle(window.ui, space, "##tune", {900, 760}, ImGuiWindowFlags_NoScrollbar);
  if (page) body(window);
}

std::vector<ActionEntry> TuneFeature::actions() {
  return {
      {opened_by(), "search for the fastest way to compute this", {pressed(GLFW_KEY_F7, "F7")}, nullptr, bench_runs}};
}

void TuneFeature::restore(const Window& window) {
  TunedRecollection tuned = recall_tuned(tuned_path(), window.model.catalog);
  winners_ = std::make_shared<const TunedWinners>(std::move(tuned.winners));
  if (!tuned.trouble.empty()) window.ui.fail(tuned.trouble);
}

}  // namespace heteroscope
