#include "app/window/features/status/status.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/features/compare/overlay.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/mean_picture.hpp"
#include "app/window/picture/panes.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

/// One line, large and red, where the result went wrong; empty if it did not. Not that of an older problem's picture.
std::string alarm_of(const State& state) {
  const bool there = state.frame != nullptr && state.frame->plan.workload == state.workload;
  return there ? state.frame->alarm : std::string();
}

/// One line where the picture's values make the CPU's steps slow; else empty.
std::string note_of(const State& state) {
  const bool there = state.frame != nullptr && state.frame->plan.workload == state.workload;
  return there ? state.frame->note : std::string();
}

/// Draws the alarm across the picture's top and returns its height, 0 without one.
float alarm_banner(const State& state, const Rect& rect) {
  const std::string text = alarm_of(state);
  if (text.empty()) return 0;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  push_font(state.fonts.strong);
  const float pad = state.units(9);
  const float wrap = std::max(rect.to.x - rect.from.x - 2 * pad, state.units(80));
  const ImVec2 extent = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
  const float height = extent.y + 2 * pad;
  draw.AddRectFilled(rect.from, {rect.to.x, rect.from.y + height}, IM_COL32(176, 18, 30, 245));
  const float left = rect.from.x + std::max((rect.to.x - rect.from.x - extent.x) * 0.5F, pad);
  draw.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {left, rect.from.y + pad}, IM_COL32(255, 255, 255, 255),
               text.c_str(), nullptr, wrap);
  ImGui::PopFont();
  return height;
}

std::string recording_text(const State& state) {
  if (!state.recorder.on()) return {};
  const std::size_t views = state.recorder.keyframes().size();
  return fmt::format("recording: {}   Ctrl+R ends it", plural(views, "view"));
}

/// Once it takes a while.
std::string samples_text(const State& state) {
  if (!state.sampling || state.now_s - state.sampling_since_s < 1) return {};
  const MeanPicture* const mean = shown_mean(state);
  const int has = mean == nullptr ? 1 : mean->samples;
  const int wanted = state.settings.look.samples;
  return has < wanted ? fmt::format("{} of {} samples", has, wanted) : std::string();
}

void zoom_box(const State& state) {
  if (!state.box) return;
  const PictureArea area = pane_area(state, state.box->pane);
  const PaneMap map = pane_map(state, state.box->pane);
  const Rect rect = rect_of(state, area);
  const ImVec2 from = place_in(state, area, map.to_pane(state.box->box.from));
  const ImVec2 to = place_in(state, area, map.to_pane(state.box->box.to));
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(rect.from, rect.to);
  draw.AddRectFilled(from, to, IM_COL32(255, 255, 255, 36));
  draw.AddRect(from, to, IM_COL32(0, 0, 0, 200), 0, 0, state.units(3));
  draw.AddRect(from, to, IM_COL32(255, 255, 255, 255), 0, 0, state.units(1.2));
  draw.PopClipRect();
}

void badges(const State& state, Rect& rect) {
  const float middle = (rect.from.x + rect.to.x) * 0.5F;
  const float most = rect.to.x - rect.from.x;
  float y = rect.from.y + alarm_banner(state, rect) + state.units(10);
  const auto top = [&](const std::string& text, ImU32 ink) {
    if (text.empty()) return;
    y += badge(state, {middle, y}, text, ink, most) + state.units(4);
  };
  top(compare_text(state), state.theme().text);
  if (state.refusal.empty() && alarm_of(state).empty()) top(state.advice, state.theme().notice);
  top(note_of(state), state.theme().notice);
  if (!state.is_open(action::toggle_bench)) top(state.bench, state.theme().text);
  if (!state.is_open(action::toggle_queue)) top(state.production, state.theme().text);
  top(recording_text(state), state.theme().notice);
  top(state.progress.failure.line, state.theme().error);
  const double busy_s = state.now_s - state.busy_since_s;
  std::string below;
  if (state.progress.busy && !state.running && busy_s > 0.25) {
    const EngineProgress& of = state.progress;
    const std::string table = of.making.empty() ? "" : fmt::format("   {}, {:.0f} %", of.making, 100 * of.making_share);
    below =
        fmt::format("{} {:.1f} s{}   Esc cancels", state.coarse ? "preview; computing" : "computing", busy_s, table);
  } else if (const std::string samples = samples_text(state); !samples.empty()) {
    below = samples;
  } else if (state.canceled) {
    below = "canceled; change something, or press R, to compute";
  } else if (state.export_waits) {
    below = "export waits for the full picture";
  }
  if (below.empty()) return;
  const float up = badge_height(state, below, most) + state.units(4);
  badge(state, {middle, rect.to.y - up}, below, state.theme().text, most);
  rect.to.y -= up;
}

}  // namespace

void Status::overlay(State& state, OverlaySpace& space) {
  zoom_box(state);
  badges(state, space.free);
}

}  // namespace heteroscope
