#include "app/window/overlay_run.hpp"

#include <algorithm>
#include <cmath>

#include "app/window/contours.hpp"
#include "app/window/iterating.hpp"
#include "app/window/panes.hpp"
#include "app/window/profile.hpp"
#include "core/failure.hpp"

namespace heteroscope {
namespace {

constexpr ImU32 dark = IM_COL32(0, 0, 0, 150);
constexpr ImU32 light = IM_COL32(255, 255, 255, 235);

bool shows_run(const State& state) {
  return state.workload->iteration && state.frame != nullptr && state.frame->plan.workload == state.workload;
}

Rect picture_rect(const State& state) {
  const PictureArea area = pane_area(state, Pane::picture);
  return placed(rect_of(state, area), place_of(state, *state.frame, Role::result, area.size));
}

/// Point of the screen where a share of the way from the first to the last node stands: nodes are the pixels' middles.
ImVec2 node_at(const State& state, const Rect& picture, Point share) {
  const Size size = state.frame->field.size();
  const auto along = [](double s, int nodes, float from, float to) {
    return from + (to - from) * static_cast<float>((s * (nodes - 1) + 0.5) / nodes);
  };
  return {along(share.x, size.width, picture.from.x, picture.to.x),
          along(share.y, size.height, picture.from.y, picture.to.y)};
}

/// The pieces of the frame on the screen; computed when it or the levels change.
const std::vector<ContourPiece>& pieces_of(State& state) {
  static std::vector<ContourPiece> pieces;
  static std::uint64_t serial = 0;
  static std::vector<double> levels;
  constexpr int finest = 256;
  std::vector<double> wanted = levels_between(state.map->low, state.map->high, state.preferences.contour_levels);
  if (state.frame->serial == serial && wanted == levels) return pieces;
  serial = state.frame->serial;
  levels = std::move(wanted);
  if (const Failure failed =
          attempt([&] { pieces = contour_pieces(samples_of(state.frame->field, finest), levels); })) {
    state.toasts.fail(failed.line, state.now_s);
    pieces.clear();
  }
  return pieces;
}

void contour_lines(State& state, const Rect& picture) {
  if (!state.preferences.contours || !state.map || state.frame->field.empty()) return;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const float thick = state.units(1.2);
  for (const ContourPiece& piece : pieces_of(state)) {
    draw.AddLine(node_at(state, picture, piece.from), node_at(state, picture, piece.to), IM_COL32(255, 255, 255, 170),
                 thick);
  }
}

/// Where the plotted row lies: a mark on both sides, and a faint line between.
void profile_line(const State& state, const Rect& picture) {
  const auto row = profile_row(state);
  if (!row || !state.preferences.run_plots || !state.preferences.graphs || state.panels_hidden) return;
  const int height = state.frame->field.size().height;
  const float y =
      picture.from.y + (picture.to.y - picture.from.y) * (static_cast<float>(*row) + 0.5F) / static_cast<float>(height);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const ImU32 color = state.theme().gpu;
  draw.AddLine({picture.from.x, y}, {picture.to.x, y}, faded(color, 0.45F), state.units(1));
  const float mark = state.units(9);
  draw.AddLine({picture.from.x, y}, {picture.from.x + mark, y}, color, state.units(3));
  draw.AddLine({picture.to.x - mark, y}, {picture.to.x, y}, color, state.units(3));
}

void brush(const State& state, const Rect& picture) {
  if (!can_be_painted(*state.workload) || !state.readout.inside) return;
  const ImVec2 at = ImGui::GetIO().MousePos;
  const Size size = state.frame->field.size();
  const float pixel = (picture.to.x - picture.from.x) / static_cast<float>(std::max(size.width, 1));
  const float radius = static_cast<float>(state.preferences.brush_radius * (size.width - 1)) * pixel;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const bool cold = ImGui::GetIO().KeyShift;
  draw.AddCircle(at, radius, dark, 0, state.units(3));
  draw.AddCircle(at, radius, cold ? IM_COL32(120, 190, 255, 255) : light, 0, state.units(1.2));
}

}  // namespace

std::optional<int> profile_row(const State& state) {
  if (!shows_run(state) || state.frame->field.empty()) return std::nullopt;
  const int height = state.frame->field.size().height;
  return state.readout.inside ? std::clamp(state.readout.y, 0, height - 1) : height / 2;
}

void run_overlay(State& state) {
  if (!shows_run(state)) return;
  const Rect pane = rect_of(state, pane_area(state, Pane::picture));
  const Rect picture = picture_rect(state);
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(pane.from, pane.to);
  contour_lines(state, picture);
  profile_line(state, picture);
  brush(state, picture);
  draw.PopClipRect();
}

std::string alarm_of(const State& state) {
  const bool there = state.frame != nullptr && state.frame->plan.workload == state.workload;
  return there ? state.frame->alarm : std::string();
}

std::string note_of(const State& state) {
  const bool there = state.frame != nullptr && state.frame->plan.workload == state.workload;
  return there ? state.frame->note : std::string();
}

float alarm_banner(const State& state, const Rect& rect) {
  const std::string text = alarm_of(state);
  if (text.empty()) return 0;
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  ImGui::PushFont(state.fonts.strong);
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

}  // namespace heteroscope
