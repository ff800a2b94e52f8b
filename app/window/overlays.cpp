#include "app/window/overlays.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/window/format.hpp"
#include "app/window/widgets.hpp"

namespace heteroscope {
namespace {

using Covered = std::vector<std::array<float, 4>>;

struct Rect {
  ImVec2 from, to;
};

Rect picture_rect(const State& state) {
  const float ratio = state.pixel_ratio;
  const auto x = static_cast<float>(state.area.x) / ratio;
  const auto y = static_cast<float>(state.area.y) / ratio;
  return {
      {x, y},
      {x + static_cast<float>(state.area.size.width) / ratio, y + static_cast<float>(state.area.size.height) / ratio}};
}

void badge(const State& state, ImVec2 center_top, const std::string& text, ImU32 ink) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
  const ImVec2 pad{state.units(10), state.units(5)};
  const ImVec2 from{std::round(center_top.x - extent.x * 0.5F - pad.x), center_top.y};
  draw.AddRectFilled(from, {from.x + extent.x + 2 * pad.x, from.y + extent.y + 2 * pad.y},
                     faded(state.theme().panel, 0.88F), state.units(5));
  draw.AddText({from.x + pad.x, from.y + pad.y}, ink, text.c_str());
}

void split_line(const State& state, const Rect& rect) {
  if (!state.preferences.split_line || state.frame == nullptr) return;
  const Frame& frame = *state.frame;
  if (frame.plan.settings.processor != Processor::split) return;
  const Timing& timing = frame.timing;
  const int rows = timing.gpu_rows + timing.cpu_rows;
  if (rows == 0 || view_of(frame.plan.settings, *frame.plan.workload) != view_of(state.settings, *state.workload))
    return;
  const float height = rect.to.y - rect.from.y;
  const float y = rect.from.y + height * static_cast<float>(timing.gpu_rows) / static_cast<float>(rows);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const Theme& theme = state.theme();
  const float thick = state.units(2);
  const float bar = state.units(4);
  draw.AddRectFilled({rect.to.x - bar, rect.from.y}, {rect.to.x, y}, theme.gpu);
  draw.AddRectFilled({rect.to.x - bar, y}, rect.to, theme.cpu);
  draw.AddRectFilled({rect.from.x, y - thick}, {rect.to.x, y}, faded(theme.gpu, 0.8F));
  draw.AddRectFilled({rect.from.x, y}, {rect.to.x, y + thick}, faded(theme.cpu, 0.8F));
}

void zoom_box(const State& state, const Rect& rect) {
  if (!state.box) return;
  const auto place = [&](Point point) {
    return ImVec2{rect.from.x + static_cast<float>(point.x) / state.pixel_ratio,
                  rect.from.y + static_cast<float>(point.y) / state.pixel_ratio};
  };
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(rect.from, rect.to);
  draw.AddRectFilled(place(state.box->from), place(state.box->to), IM_COL32(255, 255, 255, 36));
  draw.AddRect(place(state.box->from), place(state.box->to), IM_COL32(0, 0, 0, 200), 0, 0, state.units(3));
  draw.AddRect(place(state.box->from), place(state.box->to), IM_COL32(255, 255, 255, 255), 0, 0, state.units(1.2));
  draw.PopClipRect();
}

void wipe(const State& state, const Rect& rect) {
  const Comparison& comparison = state.comparison;
  const bool on = comparison.with != CompareWith::nothing && comparison.style == CompareStyle::wipe;
  if (!on || comparison.flip || comparison.other == nullptr) return;
  const float x = rect.from.x + (rect.to.x - rect.from.x) * static_cast<float>(comparison.wipe);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.AddRectFilled({x - state.units(1.5), rect.from.y}, {x + state.units(1.5), rect.to.y}, IM_COL32(0, 0, 0, 150));
  draw.AddLine({x, rect.from.y}, {x, rect.to.y}, IM_COL32(255, 255, 255, 255), state.units(1));
  const float y = (rect.from.y + rect.to.y) * 0.5F;
  draw.AddCircleFilled({x, y}, state.units(9), IM_COL32(255, 255, 255, 235));
  const float a = state.units(2.5);
  const float b = state.units(6);
  const float c = state.units(3);
  draw.AddTriangleFilled({x - a, y - c}, {x - a, y + c}, {x - b, y}, IM_COL32(30, 30, 30, 255));
  draw.AddTriangleFilled({x + a, y - c}, {x + a, y + c}, {x + b, y}, IM_COL32(30, 30, 30, 255));
}

std::string compare_badge(const State& state) {
  const Comparison& comparison = state.comparison;
  if (comparison.flip) return comparison.other != nullptr ? "the reference" : "computing the reference …";
  if (comparison.with == CompareWith::nothing) return {};
  const std::string other = comparison.with == CompareWith::reference ? "the reference" : "A";
  if (!comparison.why_not.empty()) return comparison.why_not;
  if (comparison.other == nullptr) return "computing " + other + " …";
  if (comparison.style == CompareStyle::wipe) return other + "  |  this picture";
  if (!comparison.result) return "comparing with " + other + " …";
  const std::int64_t differing = comparison.result->diff.differing;
  if (differing == 0) return "equal to " + other + ": no pixel differs";
  return fmt::format("difference with {}: {} pixel{}", other, format_count(differing),
                     differing == 1 ? " differs" : "s differ");
}

void status_badges(const State& state, const Rect& rect) {
  const float middle = (rect.from.x + rect.to.x) * 0.5F;
  const float line = ImGui::GetTextLineHeight() + state.units(14);
  float y = rect.from.y + state.units(10);
  const auto top = [&](const std::string& text, ImU32 ink) {
    if (text.empty()) return;
    badge(state, {middle, y}, text, ink);
    y += line;
  };
  top(compare_badge(state), state.theme().text);
  if (state.refusal.empty()) top(state.advice, state.theme().notice);
  top(state.progress.error, state.theme().error);
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

constexpr ImGuiWindowFlags notice_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                          ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                                          ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

void note_covered(Covered& covered) {
  const ImVec2 at = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  covered.push_back({at.x, at.y, at.x + size.x, at.y + size.y});
}

void refusal(State& state, const Rect& rect, Covered& covered) {
  if (state.refusal.empty()) return;
  ImGui::SetNextWindowPos({(rect.from.x + rect.to.x) * 0.5F, (rect.from.y + rect.to.y) * 0.5F}, ImGuiCond_Always,
                          {0.5F, 0.5F});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, state.units(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {state.units(18), state.units(14)});
  if (ImGui::Begin("##refusal", nullptr, notice_flags)) {
    note_covered(covered);
    ImGui::PushFont(state.fonts.strong);
    ImGui::TextUnformatted("This cannot run here");
    ImGui::PopFont();
    ImGui::PushTextWrapPos(state.units(380));
    ImGui::PushStyleColor(ImGuiCol_Text, state.theme().notice);
    ImGui::TextUnformatted(state.refusal.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    ImGui::Spacing();
    for (std::size_t i = 0; i < state.remedies.size(); ++i) {
      if (i > 0) ImGui::SameLine();
      if (ImGui::Button(state.remedies[i].label.c_str())) {
        const Settings chosen = state.remedies[i].settings;
        state.settings = chosen;
      }
    }
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
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

void keys_overlay(State& state, Covered& covered) {
  if (!state.keys_shown) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x * 0.5F, display.y * 0.5F}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, state.units(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {state.units(24), state.units(18)});
  if (ImGui::Begin("##keys", nullptr, notice_flags)) {
    note_covered(covered);
    ImGui::PushFont(state.fonts.strong);
    ImGui::TextUnformatted("Mouse and keys");
    ImGui::PopFont();
    ImGui::Dummy({state.units(430), state.units(4)});
    for (const KeyHelp& each : key_help()) {
      const float left = ImGui::GetCursorPosX();
      ImGui::TextUnformatted(each.keys);
      ImGui::SameLine(left + state.units(170));
      ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
      ImGui::TextUnformatted(each.does);
      ImGui::PopStyleColor();
    }
    ImGui::Spacing();
    if (ImGui::Button("Close")) state.ask(Action::toggle_keys);
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace

std::vector<std::array<float, 4>> overlays(State& state) {
  Covered covered;
  const Rect rect = picture_rect(state);
  split_line(state, rect);
  wipe(state, rect);
  zoom_box(state, rect);
  status_badges(state, rect);
  refusal(state, rect, covered);
  toasts(state, rect);
  keys_overlay(state, covered);
  return covered;
}

}  // namespace heteroscope
