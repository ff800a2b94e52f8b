#include "app/window/features/lens/memory_grid.hpp"

#include <imgui.h>

#include <algorithm>
#include <vector>

#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr int words = 32;  // of 4 bytes in a line of memory; also the number of banks

struct ColoredSquare {
  int column = 0, row = 0;
  int columns = 1;
  ImU32 color = 0;
};

struct Grid {
  int rows = 0;
  std::vector<ColoredSquare> boxes;
};

Grid lines_of(const Theme& theme, const WarpAccess& access) {
  constexpr int of_sector = 8;
  Grid out;
  std::uint64_t line = 0;
  for (const TouchedSector& each : touched_sectors(access)) {
    if (out.rows == 0 || each.line() != line) ++out.rows;
    line = each.line();
    const int first = static_cast<int>(each.number % 4) * of_sector;
    out.boxes.push_back({first, out.rows - 1, of_sector, faded(theme.dim, 0.35F)});
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

Grid grid_of(const Theme& theme, const WarpAccess& access) {
  return is_shared(access.access) ? banks_of(access) : lines_of(theme, access);
}

constexpr double row_units = 9;  // at most
constexpr double below_grid_units = 4;

}  // namespace

ImU32 lane_color(int lane, float alpha) {
  ImVec4 color{0, 0, 0, alpha};
  // hues without returning to the first; every eighth lane, a sector of 4-byte words, begins a little darker
  ImGui::ColorConvertHSVtoRGB(static_cast<float>(lane) / 40.0F, 0.62F, lane / 8 % 2 == 0 ? 0.98F : 0.82F, color.x,
                              color.y, color.z);
  return ImGui::ColorConvertFloat4ToU32(color);
}

double put_memory_grid(const WarpAccess& access, const MemoryGridPlace& place, const Theme& theme, Drawing& out) {
  const Grid grid = grid_of(theme, access);
  if (grid.rows == 0) return 0;
  const double row = std::min(place.tallest / grid.rows, row_units * place.unit);
  const double column = place.width / words;
  const auto [left, top] = place.at;
  const double height = row * grid.rows;
  out.emplace_back(DrawnBox{.area = {left, top, left + place.width, top + height}, .color = faded(theme.line, 0.5F)});
  const double gap = row > 5 * place.unit ? place.unit : 0.5 * place.unit;
  const double below = row > 2 * place.unit ? gap : 0;  // rows that are hardly a pixel high would vanish behind it
  for (const ColoredSquare& each : grid.boxes) {
    const Spot corner{left + column * each.column, top + row * each.row};
    out.emplace_back(
        DrawnBox{.area = {corner.x, corner.y, corner.x + column * each.columns - gap, corner.y + row - below},
                 .color = each.color});
  }
  return height;
}

float memory_grid_height(const Ui& ui, const WarpAccess& access) {
  const int rows = grid_of(ui.theme(), access).rows;
  return rows == 0 ? 0 : ui.units(row_units * rows + below_grid_units);
}

float height_of_each(std::vector<float> heights, float room, float most) {
  std::ranges::sort(heights);
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const float share = room / static_cast<float>(heights.size() - i);
    if (heights[i] > share) return std::min(share, most);
    room -= heights[i];
  }
  return most;
}

float height_beside(const Ui& ui, const WarpAccess& access, float beside, float tallest) {
  if (beside <= tallest) return tallest;
  const float below = ui.units(below_grid_units);
  return below + (memory_grid_height(ui, access) - below) * (tallest - below) / (beside - below);
}

void memory_grid(const Ui& ui, const WarpAccess& access, float width, float tallest) {
  const float below = ui.units(below_grid_units);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  Drawing drawing;
  const double height = put_memory_grid(access,
                                        {.at = {from.x, from.y},
                                         .width = static_cast<double>(width),
                                         .tallest = static_cast<double>(tallest - below),
                                         .unit = static_cast<double>(ui.units(1))},
                                        ui.theme(), drawing);
  if (height <= 0) return;
  put(ui, *ImGui::GetWindowDrawList(), drawing);
  ImGui::Dummy({width, static_cast<float>(height) + below});
}

}  // namespace heteroscope
