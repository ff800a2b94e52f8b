#include "app/window/features/lens/memory_grid.hpp"

#include <imgui.h>

#include <algorithm>
#include <vector>

#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr int words = 32;  // of a line, and banks

struct Square {
  int column = 0, row = 0;
  int columns = 1;
  ImU32 color = 0;
};

struct Grid {
  int rows = 0;
  std::vector<Square> boxes;
};

Grid lines_of(const Ui& ui, const WarpAccess& access) {
  constexpr int of_sector = 8;
  Grid out;
  std::uint64_t line = 0;
  for (const TouchedSector& each : touched_sectors(access)) {
    if (out.rows == 0 || each.line() != line) ++out.rows;
    line = each.line();
    const int first = static_cast<int>(each.number % 4) * of_sector;
    out.boxes.push_back({first, out.rows - 1, of_sector, faded(ui.theme().dim, 0.35F)});
    for (int i = 0; i < of_sector; ++i) {
      const int lane = each.lanes[static_cast<std::size_t>(i)];
      if (lane > 0) out.boxes.push_back({first + i, out.rows - 1, 1, lane_color(lane - 1)});
    }
  }
  return out;
}

Grid banks_of(const WarpAccess& access) {
  Grid out;
  for (const BankedWord& each : banked_words(access)) {
    out.rows = std::max(out.rows, each.turn + 1);
    out.boxes.push_back({each.bank, each.turn, 1, lane_color(each.lane)});
  }
  return out;
}

}  // namespace

ImU32 lane_color(int lane, float alpha) {
  ImVec4 color{0, 0, 0, alpha};
  // hues without returning to the first; every eighth lane, a sector of 4-byte words, begins a little darker
  ImGui::ColorConvertHSVtoRGB(static_cast<float>(lane) / 40.0F, 0.62F, lane / 8 % 2 == 0 ? 0.98F : 0.82F, color.x,
                              color.y, color.z);
  return ImGui::ColorConvertFloat4ToU32(color);
}

void memory_grid(const Ui& ui, const WarpAccess& access, float width, float tallest) {
  const Grid grid = is_shared(access.access) ? banks_of(access) : lines_of(ui, access);
  if (grid.rows == 0) return;
  const float below = ui.units(4);
  const float row = std::min((tallest - below) / static_cast<float>(grid.rows), ui.units(9));
  const float column = width / words;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float height = row * static_cast<float>(grid.rows);
  draw.AddRectFilled(from, {from.x + width, from.y + height}, faded(ui.theme().line, 0.5F));
  const float gap = row > ui.units(5) ? ui.units(1) : ui.units(0.5F);
  for (const Square& each : grid.boxes) {
    const ImVec2 corner{from.x + column * static_cast<float>(each.column), from.y + row * static_cast<float>(each.row)};
    draw.AddRectFilled(corner, {corner.x + column * static_cast<float>(each.columns) - gap, corner.y + row - gap},
                       each.color);
  }
  ImGui::Dummy({width, height + below});
}

}  // namespace heteroscope
