#include "app/window/features/lens/lens_marks.hpp"

#include <fmt/format.h>

#include "app/window/features/lens/memory_grid.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Returns where one of the frame's pictures stands in the window; nothing where it is not shown.
std::optional<TurnedRect> picture_in(const Window& window, const Frame& frame, Role role) {
  for (const Pane pane : {Pane::picture, Pane::other}) {
    if (pane == Pane::other && !side_by_side(window.model)) break;
    if (role_in(window.model, pane) != role) continue;
    const PictureArea area = pane_area(window, pane);
    const Placement place = place_of(window.model, frame, role, area.size);
    return TurnedRect{placed(rect_of(window.ui, area), place), place.turn};
  }
  return std::nullopt;
}

/// Fills cells of a picture of that size, at least so many units wide and high.
void fill_cells(const Ui& ui, const TurnedRect& picture, Size size, const Patch& cells, ImU32 color, float least) {
  const Corners at = corners_in(picture, grown_to(cells_rect(picture.upright, size, cells), ui.units(least)));
  ImGui::GetBackgroundDrawList()->AddQuadFilled(at[0], at[1], at[2], at[3], color);
}

/// Returns the middle of a cell of the picture in the window, which may be out of sight.
ImVec2 middle_of_cell(const TurnedRect& picture, Size size, PixelAt cell) {
  const ImVec2 middle = middle_of(cells_rect(picture.upright, size, {cell.column, cell.row, 1, 1}));
  return corners_in(picture, {middle, middle}).front();
}

}  // namespace

Size shown_size(const Frame& frame) {
  return picture_of(frame, shown_role(frame)).size();
}

void mark_pinned(const Window& window, const Frame& frame, PixelAt cell) {
  const auto picture = picture_in(window, frame, shown_role(frame));
  if (!picture) return;
  const Ui& ui = window.ui;
  const Rect area = rect_of(ui, window.view.area);
  const Rect inside = cells_rect(picture->upright, shown_size(frame), {cell.column, cell.row, 1, 1});
  const Corners at = corners_in(*picture, grown_to(inside, ui.units(9)));
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.PushClipRect(area.from, area.to);
  draw.AddQuad(at[0], at[1], at[2], at[3], IM_COL32(0, 0, 0, 200), ui.units(4));
  draw.AddQuad(at[0], at[1], at[2], at[3], ui.theme().notice, ui.units(2));
  draw.PopClipRect();
}

ImVec2 point_in_sight(const Window& window, std::optional<PixelAt> pinned) {
  const Frame& frame = *window.view.frame;
  const auto picture = pinned ? picture_in(window, frame, shown_role(frame)) : std::nullopt;
  return picture ? middle_of_cell(*picture, shown_size(frame), *pinned) : ImGui::GetIO().MousePos;
}

Marked mark_cells(const Window& window, const Frame& frame, const Lens& lens) {
  const Rect area = rect_of(window.ui, window.view.area);
  ImGui::GetBackgroundDrawList()->PushClipRect(area.from, area.to);
  const bool numbers = frame.plan.workload->gives_numbers();
  const Size shown = shown_size(frame);
  auto of_reads = picture_in(window, frame, Role::input);
  const bool same_place =
      lens.read_size == shown && !numbers && !view_target(window.model.settings(), window.model.catalog).turned;
  if (!of_reads && same_place) of_reads = picture_in(window, frame, shown_role(frame));
  if (of_reads) {
    constexpr ImU32 pale = IM_COL32(255, 255, 255, 90);
    for (const Patch& each : lens.neighbors) fill_cells(window.ui, *of_reads, lens.read_size, each, pale, 1);
    for (const LensRead& each : lens.reads) {
      fill_cells(window.ui, *of_reads, lens.read_size, {each.x, each.y, 1, 1}, lane_color(each.lane, 0.45F), 1.5F);
    }
  }
  const auto of_cells = picture_in(window, frame, shown_role(frame));
  if (of_cells) {
    for (const LaneCell& each : lens.cells)
      fill_cells(window.ui, *of_cells, shown, {each.x, each.y, 1, 1}, lane_color(each.lane, 0.95F), 2.5F);
  }
  ImGui::GetBackgroundDrawList()->PopClipRect();
  return {.reads = of_reads && !lens.reads.empty(), .cells = of_cells && !lens.cells.empty()};
}

std::string marks_text(const Frame& frame, const LensView& view, const Marked& marked, bool of_several) {
  const bool unseen = !marked.reads && frame.plan.reads_source() && !view.lens.reads.empty();
  return in_sequence({of_several && (marked.reads || marked.cells)
                          ? fmt::format("The marks in the picture are those of {}.", view.variant)
                          : std::string(),
                      marked.reads ? "Other cells on the same lines of memory are pale in the picture." : "",
                      unseen ? "Show the input beside the result (I) to see the cells that are read." : ""});
}

}  // namespace heteroscope
