#include "app/window/features/status/status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/text/format.hpp"
#include "app/window/features/compare/overlay.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/mean_picture.hpp"
#include "app/window/model/times/iterating.hpp"
#include "app/window/picture/panes.hpp"
#include "core/run/iteration/told_steps.hpp"

namespace heteroscope {
namespace {

bool is_of_workload(const Window& window) {
  return window.view.frame != nullptr && window.view.frame->plan.workload == window.model.workload;
}

/// Returns whether what is said of the picture's values is said of the present result.
bool is_present(const Window& window) {
  return is_of_workload(window) && !shows_earlier_save(window.ui, window.view);
}

/// Returns the line of an alarm, drawn large and red, if the present result went wrong; else empty. A picture of an
/// older problem, or of an earlier save, has none.
std::string alarm_of(const Window& window) {
  return is_present(window) ? window.view.frame->alarm : std::string();
}

/// Returns a line if the picture's values make the CPU's steps slow; else empty.
std::string note_of(const Window& window) {
  return is_present(window) ? window.view.frame->note : std::string();
}

/// Returns a line where an iteration takes all its steps again before the picture goes on from where it is; else empty.
std::string taken_again(const Window& window) {
  const FrameView& view = window.view;
  const bool is_told = view.progress.busy && view.progress.making == steps_from_start;
  if (!is_told || window.ui.now_s <= view.busy_since_s + still_s || view.frame->steps == 0) return {};
  if (!leads_to(view.frame->plan.settings, window.model.settings(), *window.model.workload)) return {};
  return fmt::format("recomputing all steps; the picture shows step {}", format_count(view.frame->steps));
}

/// Returns a line where the picture is not the present save's of a person's file, or not of the steps that are taken
/// now; else empty.
std::string older_picture(const Window& window) {
  if (!is_of_workload(window)) return {};
  if (!shows_earlier_save(window.ui, window.view)) return taken_again(window);
  const bool again = window.model.workload->iterates() && window.view.progress.busy;
  return std::string("the picture is an earlier save's") + (again ? "; the present save recomputes all steps" : "");
}

/// Returns why there is no picture of the settings; of a machine that could not be reached, whose last picture stays,
/// also when it is tried again.
std::string shown_failure(const Ui& ui, const FrameView& view) {
  const std::string& line = view.progress.failure.line;
  if (!view.waits_for_machine() || line.empty() || view.canceled) return line;
  if (!view.asked_again_s) return line + "; trying again";
  const double left_s = std::max(std::ceil(*view.asked_again_s - ui.now_s), 1.0);
  return fmt::format("{}; trying again in {:.0f} s (Esc stops this)", line, left_s);
}

/// Draws the alarm across the picture's top and returns its height, 0 without one.
float alarm_banner(const Window& window, const Rect& rect) {
  const std::string text = alarm_of(window);
  if (text.empty()) return 0;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  push_font(window.ui.fonts.strong);
  const float pad = window.ui.units(9);
  const float wrap = std::max(rect.to.x - rect.from.x - 2 * pad, window.ui.units(80));
  const ImVec2 extent = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
  const float height = extent.y + 2 * pad;
  draw.AddRectFilled(rect.from, {rect.to.x, rect.from.y + height}, IM_COL32(176, 18, 30, 245));
  const float left = rect.from.x + std::max((rect.to.x - rect.from.x - extent.x) * 0.5F, pad);
  draw.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {left, rect.from.y + pad}, IM_COL32(255, 255, 255, 255),
               text.c_str(), nullptr, wrap);
  ImGui::PopFont();
  return height;
}

/// Returns the progress of further samples, once they take a while.
std::string samples_text(const Window& window) {
  if (!window.view.sampling || window.ui.now_s - window.view.sampling_since_s < 1) return {};
  const MeanPicture* const mean = shown_mean(window.model, window.view);
  const int has = mean == nullptr ? 1 : mean->samples;
  const int wanted = window.model.settings().look.samples;
  return has < wanted ? fmt::format("{} of {} samples", has, wanted) : std::string();
}

void zoom_box(const Window& window) {
  if (!window.view.box) return;
  const PictureArea area = pane_area(window, window.view.box->pane);
  const PaneMap map = pane_map(window, window.view.box->pane);
  const Rect rect = rect_of(window.ui, area);
  const ImVec2 from = place_in(window.ui, area, map.to_pane(window.view.box->box.from));
  const ImVec2 to = place_in(window.ui, area, map.to_pane(window.view.box->box.to));
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(rect.from, rect.to);
  draw.AddRectFilled(from, to, IM_COL32(255, 255, 255, 36));
  draw.AddRect(from, to, IM_COL32(0, 0, 0, 200), 0, 0, window.ui.units(3));
  draw.AddRect(from, to, IM_COL32(255, 255, 255, 255), 0, 0, window.ui.units(1.2));
  draw.PopClipRect();
}

void badges(const Window& window, const std::vector<Badge>& of_features, Rect& rect) {
  const float middle = (rect.from.x + rect.to.x) * 0.5F;
  const float most = rect.to.x - rect.from.x;
  float y = rect.from.y + alarm_banner(window, rect) + window.ui.units(10);
  const auto top = [&](const std::string& text, ImU32 ink) {
    if (text.empty()) return;
    y += badge(window.ui, {middle, y}, text, ink, most) + window.ui.units(4);
  };
  top(older_picture(window), window.ui.theme().notice);
  if (!shows_earlier_save(window.ui, window.view)) top(compare_text(window.ui, window.model), window.ui.theme().text);
  if (window.view.refusal.empty() && alarm_of(window).empty()) top(window.view.advice, window.ui.theme().notice);
  top(note_of(window), window.ui.theme().notice);
  for (const Badge& each : of_features) {
    if (!each.below) top(each.text, each.notice ? window.ui.theme().notice : window.ui.theme().text);
  }
  top(shown_failure(window.ui, window.view), window.ui.theme().error);
  const double busy_s = window.ui.now_s - window.view.busy_since_s;
  // the frames of a run follow each other; one that takes long is said as well
  constexpr double running_s = 1;
  std::string below;
  if (window.view.progress.busy && busy_s > (window.model.running ? running_s : still_s)) {
    const EngineProgress& of = window.view.progress;
    const std::string table = of.making.empty() ? "" : fmt::format("   {}, {:.0f} %", of.making, 100 * of.making_share);
    below = fmt::format("{} {:.1f} s{}   Esc cancels", window.view.coarse ? "preview; computing" : "computing", busy_s,
                        table);
  } else if (const std::string samples = samples_text(window); !samples.empty()) {
    below = samples;
  } else if (window.view.canceled) {
    below = "canceled; change something, or press R, to compute";
  } else {
    for (const Badge& each : of_features) {
      if (each.below) below = each.text;
    }
  }
  if (below.empty()) return;
  const float up = badge_height(window.ui, below, most) + window.ui.units(4);
  badge(window.ui, {middle, rect.to.y - up}, below, window.ui.theme().text, most);
  rect.to.y -= up;
}

}  // namespace

void Status::overlay(const Window& window, OverlaySpace& space) {
  zoom_box(window);
  badges(window, space.badges, space.free);
}

}  // namespace heteroscope
