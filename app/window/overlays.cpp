#include "app/window/overlays.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/window/action_search_overlay.hpp"
#include "app/window/actions.hpp"
#include "app/window/cover_overlay.hpp"
#include "app/window/cover_view.hpp"
#include "app/window/disks_overlay.hpp"
#include "app/window/format.hpp"
#include "app/window/histogram_overlay.hpp"
#include "app/window/keys.hpp"
#include "app/window/lane_look.hpp"
#include "app/window/overlay_compare.hpp"
#include "app/window/overlay_run.hpp"
#include "app/window/panes.hpp"
#include "app/window/study_overlay.hpp"
#include "app/window/sweep_overlay.hpp"
#include "app/window/widgets.hpp"

namespace heteroscope {
namespace {

/// Whether each lane's rows are in one piece, in the lanes' order.
bool in_order(const Frame& frame) {
  return frame.plan.settings.execution.sharing != Sharing::queue || frame.plan.lanes.size() == 2;
}

/// Beside the picture each lane's rows in its color, and a line between each two.
void split_lines(const State& state) {
  if (!state.preferences.split_line || state.frame == nullptr) return;
  const Frame& frame = *state.frame;
  if (frame.plan.workload != state.workload || frame.plan.lanes.size() < 2 || !in_order(frame)) return;
  int rows = 0;
  for (const LaneTime& each : frame.timing.lanes) rows += each.rows;
  const ViewTarget target = view_target(state.settings, state.catalog);
  const bool moving = view_of(frame.plan.settings, target) != view_of(state.settings, target);
  if (rows == 0 || moving || !same_plane(frame.plan.settings, state.settings, state.catalog)) return;
  const PictureArea area = pane_area(state, Pane::picture);
  const Rect pane = rect_of(state, area);
  const Rect rect = placed(pane, place_of(state, frame, shown_role(frame), area.size));
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(pane.from, pane.to);
  const float thick = state.units(2);
  const float bar = state.units(4);
  float y = rect.from.y;
  const LaneTime* before = nullptr;
  for (const LaneTime& each : frame.timing.lanes) {
    if (each.rows == 0) continue;
    const ImU32 color = color_of(state.theme(), each.lane);
    const float end = y + (rect.to.y - rect.from.y) * static_cast<float>(each.rows) / static_cast<float>(rows);
    draw.AddRectFilled({rect.to.x - bar, y}, {rect.to.x, end}, color);
    if (before != nullptr) {
      draw.AddRectFilled({rect.from.x, y - thick}, {rect.to.x, y}, faded(color_of(state.theme(), before->lane), 0.8F));
      draw.AddRectFilled({rect.from.x, y}, {rect.to.x, y + thick}, faded(color, 0.8F));
    }
    y = end;
    before = &each;
  }
  draw.PopClipRect();
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

void status_badges(const State& state, const Rect& rect) {
  const float middle = (rect.from.x + rect.to.x) * 0.5F;
  const float line = ImGui::GetTextLineHeight() + state.units(14);
  float y = rect.from.y + alarm_banner(state, rect) + state.units(10);
  const auto top = [&](const std::string& text, ImU32 ink) {
    if (text.empty()) return;
    badge(state, {middle, y}, text, ink);
    y += line;
  };
  top(compare_text(state), state.theme().text);
  if (state.refusal.empty() && alarm_of(state).empty()) top(state.advice, state.theme().notice);
  top(note_of(state), state.theme().notice);
  top(state.progress.failure.line, state.theme().error);
  const double busy_s = state.now_s - state.busy_since_s;
  std::string below;
  if (state.progress.busy && !state.running && busy_s > 0.25) {
    below = fmt::format("{} {:.1f} s   Esc cancels", state.coarse ? "preview; computing" : "computing", busy_s);
  } else if (state.canceled) {
    below = "canceled; change something, or press R, to compute";
  } else if (state.export_waits) {
    below = "export waits for the full picture";
  }
  if (!below.empty()) badge(state, {middle, rect.to.y - line}, below, state.theme().text);
}

/// A window over the middle of the picture; `share`: where it stands between the top and the bottom.
struct Notice {
  const char* id;
  const char* title;
  const std::string& text;
  ImU32 ink;
  float share = 0.5F;
};

/// `below()` adds what can be done about it.
template <class Below>
void notice(const State& state, const Rect& rect, Covered& covered, const Notice& what, Below below) {
  const float margin = state.units(14) * (what.share - 0.5F) * 2;
  ImGui::SetNextWindowPos(
      {(rect.from.x + rect.to.x) * 0.5F, rect.from.y + (rect.to.y - rect.from.y) * what.share - margin},
      ImGuiCond_Always, {0.5F, what.share});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, state.units(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {state.units(18), state.units(14)});
  if (ImGui::Begin(what.id, nullptr, notice_flags)) {
    note_covered(covered);
    ImGui::PushFont(state.fonts.strong);
    ImGui::TextUnformatted(what.title);
    ImGui::PopFont();
    ImGui::PushTextWrapPos(state.units(420));
    ImGui::PushStyleColor(ImGuiCol_Text, what.ink);
    ImGui::TextUnformatted(what.text.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    ImGui::Spacing();
    below();
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

void refusal(State& state, const Rect& rect, Covered& covered) {
  if (state.refusal.empty()) return;
  // a cover needs no run: it is not hidden
  const Notice what{.id = "##refusal",
                    .title = "This cannot run here",
                    .text = state.refusal,
                    .ink = state.theme().notice,
                    .share = shows_cover(state) ? 1.0F : 0.5F};
  notice(state, rect, covered, what, [&] {
    for (std::size_t i = 0; i < state.remedies.size(); ++i) {
      if (i > 0) ImGui::SameLine();
      if (ImGui::Button(state.remedies[i].label.c_str())) {
        const Settings chosen = state.remedies[i].settings;
        state.settings = chosen;
      }
    }
  });
}

/// Until the GPU works again, or the window is closed.
void gpu_loss(State& state, const Rect& rect, Covered& covered) {
  const GpuLoss& loss = state.gpu_loss;
  if (loss.what.empty()) return;
  const Notice what{.id = "##gpu_loss",
                    .title = loss.others ? "A GPU has stopped; the others compute in its place"
                                         : "The GPU has stopped; the CPU computes in its place",
                    .text = loss.what,
                    .ink = state.theme().error,
                    .share = 0.3F};  // messages come below
  notice(state, rect, covered, what, [&] {
    if (ImGui::Button("Start the GPU again")) state.ask(Action::start_gpu);
    ImGui::SameLine();
    ImGui::TextUnformatted("opens the window anew, as it is set");
  });
}

void toasts(State& state, const Rect& rect) {
  if (state.toasts.all().empty()) return;
  ImGui::SetNextWindowPos({rect.from.x + state.units(10), rect.to.y - state.units(10)}, ImGuiCond_Always, {0, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, state.units(5));
  ImGui::SetNextWindowBgAlpha(0.94F);
  if (ImGui::Begin("##toasts", nullptr, notice_flags | ImGuiWindowFlags_NoInputs)) {
    ImGui::PushTextWrapPos(std::max(rect.to.x - rect.from.x - state.units(50), state.units(220)));
    for (const Toast& toast : state.toasts.all()) {
      ImGui::PushStyleColor(ImGuiCol_Text, toast.failure ? state.theme().error : state.theme().text);
      ImGui::TextUnformatted(toast.text.c_str());
      ImGui::PopStyleColor();
    }
    ImGui::PopTextWrapPos();
  }
  ImGui::End();
  ImGui::PopStyleVar();
}

void title(const State& state, const char* text) {
  ImGui::Spacing();
  ImGui::PushFont(state.fonts.strong);
  ImGui::TextUnformatted(text);
  ImGui::PopFont();
  ImGui::Dummy({state.units(330), state.units(2)});
}

void key_line(const State& state, const std::string& keys, const char* does) {
  const float left = ImGui::GetCursorPosX();
  ImGui::TextUnformatted(keys.c_str());
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + state.units(135));
  ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
  ImGui::TextUnformatted(does);
  ImGui::PopStyleColor();
}

void keys_overlay(State& state, Covered& covered) {
  if (!state.keys_shown) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x * 0.5F, display.y * 0.5F}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, state.units(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {state.units(24), state.units(18)});
  // where there is no room for all of it, it scrolls
  ImGui::SetNextWindowSizeConstraints({0, 0}, {display.x * 0.96F, display.y * 0.96F});
  if (ImGui::Begin("##keys", nullptr, notice_flags & ~ImGuiWindowFlags_NoScrollbar)) {
    note_covered(covered);
    const std::span<const ActionEntry> keys = all_actions();
    const bool wide = display.x > state.units(1040);
    const std::size_t first = wide ? (keys.size() + mouse_help().size()) / 2 : keys.size();
    ImGui::BeginGroup();
    title(state, "Keys");
    for (const ActionEntry& each : keys.first(first)) key_line(state, keys_of(each), each.label);
    ImGui::EndGroup();
    if (wide) ImGui::SameLine(0, state.units(30));
    ImGui::BeginGroup();
    title(state, "Mouse");
    for (const MouseHelp& each : mouse_help()) key_line(state, each.gesture, each.does);
    if (wide) title(state, "More keys");
    for (const ActionEntry& each : keys.subspan(first)) key_line(state, keys_of(each), each.label);
    ImGui::EndGroup();
    ImGui::Spacing();
    if (ImGui::Button("Close")) state.ask(Action::toggle_keys);
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace

Covered overlays(State& state) {
  Covered covered;
  const Rect rect = rect_of(state, state.area);
  run_overlay(state);
  split_lines(state);
  compare_overlay(state);
  if (!shows_cover(state)) disks_overlay(state, covered);
  cover_overlay(state, covered);
  zoom_box(state);
  const Rect free = histogram_overlay(state, rect, covered);
  status_badges(state, free);
  study_overlay(state, rect, covered);
  sweep_overlay(state, covered);
  refusal(state, rect, covered);
  gpu_loss(state, rect, covered);
  toasts(state, free);
  keys_overlay(state, covered);
  action_search_overlay(state, covered);
  return covered;
}

}  // namespace heteroscope
