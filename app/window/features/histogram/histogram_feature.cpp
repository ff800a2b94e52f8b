#include "app/window/features/histogram/histogram_feature.hpp"
#include "app/window/model/scope_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "app/text/format.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// "mean = threshold of binarize 7.5", which names the workload and the stage that begin with the mean; "mean 7.5"
/// where that is wider than `room`.
std::string mean_text(const WindowModel& model, double mean, float room) {
  const std::string number = " " + format_short(mean, 5);
  for (const Workload* each : model.catalog) {
    if (each->stages.size() != 2 || !each->stages.front().sums()) continue;
    const std::string text = fmt::format("{} = {} of {}{}", each->stages[0].id, each->stages[1].id, each->id, number);
    if (text_size(text).x <= room) return text;
  }
  return "mean" + number;
}

/// Marks the bin's column, and gives its bar another color.
void mark_bin(const Theme& theme, Plot& plot, int bin) {
  PlotBox& box = plot.boxes[static_cast<std::size_t>(bin)];
  box.color = theme.notice;
  const PlotBox column{box.x, {0, plot.y.scale->high}, faded(theme.text, 0.18F)};
  plot.boxes.insert(plot.boxes.begin(), column);
}

/// Returns sentences about all bins, or about the one under the mouse; the longest comes first.
std::vector<std::string> about(const Bars& bars, int hovered) {
  const auto count_text = [](double count) { return format_count(static_cast<std::int64_t>(count)); };
  if (hovered < 0) {
    const std::string bins = fmt::format("{} bins", bars.size());
    return {fmt::format("{} values in {}", count_text(bars.total), bins), bins};
  }
  const double count = bars.counts[static_cast<std::size_t>(hovered)];
  const std::string bin = fmt::format("{}:  {}", bin_text(bars, hovered), count_text(count));
  return {fmt::format("{}  ({:.2f} %)", bin, bars.total > 0 ? 100 * count / bars.total : 0.0), bin, count_text(count)};
}

void histogram_title(Ui& ui, const WindowModel& model, const Bars& bars, int hovered) {
  const float left = ImGui::GetCursorPosX();
  const float right = left + ImGui::GetContentRegionAvail().x;
  const float buttons = ui.units(110);
  ImGui::AlignTextToFramePadding();
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted(std::string(model.workload->label).c_str());
  ImGui::PopFont();
  ImGui::SameLine(0, ui.units(16));
  const float room = right - buttons - ImGui::GetCursorPosX() - ui.units(8);
  for (const std::string& text : about(bars, hovered)) {
    if (text_size(text).x > room) continue;
    ImGui::PushStyleColor(ImGuiCol_Text, hovered >= 0 ? ui.theme().text : ui.theme().dim);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
    break;
  }
  ImGui::SameLine(right - buttons);
  int chosen = ui.preferences.log_counts ? 1 : 0;
  const ImU32 on = ui.theme().dim;
  if (segmented(ui, "scale", chosen,
                {{"linear", on, {}, "Bars are proportional to the counts."},
                 {"log",
                  on,
                  {},
                  "Bars show the logarithm of 1 + count, so that rare values can be seen beside frequent ones."}})) {
    ui.preferences.log_counts = chosen == 1;
  }
}

}  // namespace

void HistogramFeature::chart(Ui& ui, const WindowModel& model, const Bars& bars) {
  if (hovered_ >= bars.size()) hovered_ = -1;
  histogram_title(ui, model, bars, hovered_);
  push_font(ui.fonts.small);
  const Theme& theme = ui.theme();
  Plot plot = bars_plot(bars, ui.preferences.log_counts, {.bar = faded(theme.text, 0.8F), .mean = theme.merge});
  plot.id = "##bars";
  const float room = ImGui::GetContentRegionAvail().x;
  plot.x.marks = bin_marks(bars, static_cast<int>(room / ui.units(64)));
  for (PlotGuide& each : plot.guides) each.label = mean_text(model, *bars.mean, room - ui.units(60));
  if (hovered_ >= 0) mark_bin(theme, plot, hovered_);
  const SeenPlot seen = draw_plot(ui, plot);
  hovered_ = seen.hovered ? std::clamp(static_cast<int>(seen.mouse_x()), 0, bars.size() - 1) : -1;
  ImGui::PopFont();
}

void HistogramFeature::overlay(const Window& window, OverlaySpace& space) {
  const Rect& rect = space.picture;
  const auto& frame = window.view.frame;
  if (frame == nullptr || frame->plan.workload != window.model.workload || !window.model.workload->gives_numbers())
    return;
  if (shows_scope(window.model)) return;
  const float gap = window.ui.units(10);
  const float whole = rect.to.y - rect.from.y;
  const float height = std::min(std::clamp(whole * 0.36F, window.ui.units(130), window.ui.units(280)), whole - 2 * gap);
  const float width = rect.to.x - rect.from.x - 2 * gap;
  if (height < window.ui.units(80) || width < window.ui.units(160)) return;
  ImGui::SetNextWindowPos({rect.from.x + gap, rect.to.y - gap - height});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, window.ui.units(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {window.ui.units(12), window.ui.units(8)});
  ImGui::SetNextWindowBgAlpha(0.9F);
  const ImGuiWindowFlags fixed = (notice_flags & ~ImGuiWindowFlags_AlwaysAutoResize) |
                                 ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBringToFrontOnFocus;
  if (ImGui::Begin("##histogram", nullptr, fixed)) {
    note_covered(space.covered);
    chart(window.ui, window.model, bars_of(*frame));
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
  space.free.to.y = rect.to.y - height - gap;
}

}  // namespace heteroscope
