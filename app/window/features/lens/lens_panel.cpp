#include "app/window/features/lens/lens_panel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/plot/svg.hpp"
#include "app/text/format.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/features/lens/memory_grid.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

/// "4 sectors, 100 % used", "25 × 2 passes, 50 % used".
std::string group_figures(const LensGroup& group) {
  const bool several = group.instructions > 1;
  const double each = is_shared(group.access) ? group.passes_each() : group.sectors_each();
  const char* const one = is_shared(group.access) ? "pass" : "sector";
  const char* const many = is_shared(group.access) ? "passes" : "sectors";
  return fmt::format("{}{} {}, {:.0f} % used", several ? fmt::format("{} × ", group.instructions) : std::string(),
                     format_short(each, 3), each == 1 ? one : many, 100 * group.used());
}

/// "4 sectors per load, 32 sectors per store, 1 pass per shared load".
std::string totals_text(const AccessTotals& totals) {
  std::string out;
  const auto add = [&](Access access, const char* name) {
    const AccessTotal total = totals.sum(access);
    if (total.requests <= 0) return;
    const bool shared = is_shared(access);
    const double each = total.a_request();
    const std::string unit = shared ? noun(each, "pass", "passes") : noun(each, "sector");
    out += fmt::format("{}{} {} per {}", out.empty() ? "" : ", ", format_short(each, 3), unit, name);
  };
  add(Access::global_load, "load");
  add(Access::global_store, "store");
  add(Access::global_atomic, "atomic");
  add(Access::shared_load, "shared load");
  add(Access::shared_store, "shared store");
  add(Access::shared_atomic, "shared atomic");
  return out;
}

constexpr std::string_view hint =
    "Each color is one of the warp's 32 threads (lanes). Each row is a line of 128 bytes in memory, or a pass over "
    "shared memory's 32 banks. ";
constexpr std::string_view half_hint =
    "Of values wider than 4 bytes a part of the warp is served at a time: the part with the most passes is drawn. ";

/// Returns what the drawing means.
std::string hint_of(const Lens& lens) {
  constexpr int bank_bytes = 4;
  const bool parts = std::ranges::any_of(
      lens.groups, [](const LensGroup& each) { return is_shared(each.access) && each.worst.bytes > bank_bytes; });
  return std::string(hint).append(parts ? half_hint : "");
}

std::string average_text(const AccessTotals& totals) {
  return fmt::format("On average over the whole launch: {}.", totals_text(totals));
}

/// "loads input, from byte 412,672"; without the byte where there is no room for it.
std::string group_heading(const LensGroup& group, float room) {
  std::string words = words_of(group);
  std::string whole = fmt::format("{}, from byte {}", words, format_count(first_byte(group)));
  return ImGui::CalcTextSize(whole.c_str()).x <= room ? whole : words;
}

/// Returns whether the group's words and figures have room in one line.
bool in_one_line(const Ui& ui, const LensGroup& group, float room) {
  const float words = ImGui::CalcTextSize(group_heading(group, room).c_str()).x;
  return words + ImGui::CalcTextSize(group_figures(group).c_str()).x + ui.units(8) < room;
}

/// Returns the heading of a panel. Beside another one it has a line for the variant and one for the place, so that the
/// two panels are in line.
std::string heading_beside(const Lens& lens, std::string_view variant, const LensPlace& place) {
  std::string out = lens_heading(lens, variant);
  if (place.count > 1) out[variant.size() + 1] = '\n';
  return out;
}

/// The parts of a lens for which the panel has room.
struct PanelPlan {
  bool hint = true;
  bool totals = true;
  std::size_t groups = 0;
  float grid = 0;  ///< the height that each group's grid may have
};

struct PanelTexts {
  std::string heading;
  std::string hint;
  std::string totals;
};

/// Plans the panel. Where room is short, grids become lower; then the hint, the averages and the last groups are left
/// out.
PanelPlan plan_of(const Ui& ui, const Lens& lens, const PanelTexts& texts, float room, float high) {
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  const float line = ImGui::GetTextLineHeight() + gap;
  const auto text = [&](const std::string& words) {
    return words.empty() ? 0 : ImGui::CalcTextSize(words.c_str(), nullptr, false, room).y + gap;
  };
  const float lowest = ui.units(14);
  PanelPlan out{.groups = lens.groups.size()};
  for (;;) {
    float free = high - text(texts.heading) - (out.hint ? text(texts.hint) : 0) - (out.totals ? text(texts.totals) : 0);
    if (out.groups < lens.groups.size()) free -= line;  // for the line that says how many are left out
    for (std::size_t i = 0; i < out.groups; ++i)
      free -= (in_one_line(ui, lens.groups[i], room) ? 1.0F : 2.0F) * line + gap;
    out.grid = std::min(free / static_cast<float>(std::max<std::size_t>(out.groups, 1)), ui.units(100));
    if (out.grid >= lowest || out.groups == 1) break;
    if (out.hint) {
      out.hint = false;
    } else if (out.totals) {
      out.totals = false;
    } else {
      --out.groups;
    }
  }
  out.grid = std::max(out.grid, ui.units(8));
  return out;
}

/// Returns the top of the panels, in ImGui's units.
float top_of(const Ui& ui, const OverlaySpace& space) {
  return space.free.from.y + ui.units(12);
}

/// Returns the largest height of a panel, in ImGui's units.
float height_of(const Ui& ui, const OverlaySpace& space) {
  return space.picture_in_room().to.y - top_of(ui, space) - ui.units(12);
}

void group_lines(const Ui& ui, const LensGroup& group, float room, float tallest) {
  const std::string figures = group_figures(group);
  const float start = ImGui::GetCursorPosX();
  const bool one_line = in_one_line(ui, group, room);
  ImGui::TextUnformatted(group_heading(group, room).c_str());
  if (one_line) ImGui::SameLine();
  ImGui::SetCursorPosX(start + std::max(room - ImGui::CalcTextSize(figures.c_str()).x, 0.0F));
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(ui.theme().dim), "%s", figures.c_str());
  memory_grid(ui, group.worst, room, tallest);
}

}  // namespace

std::string lens_heading(const Lens& lens, std::string_view variant) {
  std::string out = fmt::format("{}: block ({}, {})", variant, lens.place.block % lens.launch.columns,
                                lens.place.block / lens.launch.columns);
  if (lens.launch.warps > 1) out += fmt::format(", warp {} of {}", lens.place.warp + 1, lens.launch.warps);
  if (lens.launch.steps > 1) out += fmt::format(", step {} of {}", lens.place.step + 1, lens.launch.steps);
  return out;
}

void set_lens_place(const Ui& ui, const OverlaySpace& space, const LensPlace& place) {
  const float edge = ui.units(12);
  const auto count = static_cast<float>(place.count);
  const float across = space.picture.to.x - space.picture.from.x;
  const float width = std::min(ui.units(330), (across - (count + 1) * edge) / count);
  const bool left = ImGui::GetIO().MousePos.x > (space.picture.from.x + space.picture.to.x) / 2;
  const float first = left ? space.picture.from.x + edge : space.picture.to.x - count * (width + edge);
  ImGui::SetNextWindowPos({first + static_cast<float>(place.index) * (width + edge), top_of(ui, space)},
                          ImGuiCond_Always);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, height_of(ui, space)});
}

PlotFigure lens_figure(const Lens& lens, std::string_view variant, const AccessTotals* totals) {
  const PlotStyle& style = svg_style();
  constexpr double width = 560;
  const double room = width - 2 * figure_margin;
  PlotFigure out{.title = lens_heading(lens, variant), .width = width, .pictures = {}, .drawing = {}};
  double y = put_heading(out.drawing, out.title, hint_of(lens), width);
  for (const LensGroup& each : lens.groups) {
    const std::string words = fmt::format("{}, from byte {}", words_of(each), format_count(first_byte(each)));
    out.drawing.emplace_back(DrawnText{.at = {figure_margin, y}, .words = words, .color = style.text});
    out.drawing.emplace_back(DrawnText{
        .at = {figure_margin + room, y}, .words = group_figures(each), .color = style.dim, .anchor = Anchor::end});
    y += style.line;
    y += put_memory_grid(each.worst, {.at = {figure_margin, y}, .width = room, .tallest = 320}, figure_theme(),
                         out.drawing);
    y += 1.3 * style.line;
  }
  if (totals != nullptr) y = put_paragraph(out.drawing, average_text(*totals), y - style.line, width) + style.line;
  out.height = y + figure_margin / 2;
  return out;
}

void lens_panel(const Ui& ui, OverlaySpace& space, const LensPlace& place, const Lens& lens, std::string_view variant,
                const AccessTotals* totals, std::string_view of_reads) {
  const float high = height_of(ui, space);
  set_lens_place(ui, space, place);
  push_font(ui.fonts.small);
  {
    const OverlayWindow page(ui, space, fmt::format("##lens{}", place.index).c_str(),
                             notice_flags | ImGuiWindowFlags_NoInputs, {10, 8});
    if (page) {
      const std::string average = totals != nullptr ? average_text(*totals) : "";
      const float room = ImGui::GetContentRegionAvail().x;
      const PanelTexts texts{heading_beside(lens, variant, place), hint_of(lens).append(of_reads), average};
      const PanelPlan plan = plan_of(ui, lens, texts, room, high - 2 * ImGui::GetStyle().WindowPadding.y);
      ImGui::TextWrapped("%s", texts.heading.c_str());
      const auto dimmed = [&](const std::string& words) {
        ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
        ImGui::TextWrapped("%s", words.c_str());
        ImGui::PopStyleColor();
      };
      if (plan.hint) dimmed(texts.hint);
      for (std::size_t i = 0; i < plan.groups; ++i) group_lines(ui, lens.groups[i], room, plan.grid);
      if (plan.groups < lens.groups.size())
        dimmed(fmt::format("and {} more, for which there is no room", lens.groups.size() - plan.groups));
      if (plan.totals && !texts.totals.empty()) dimmed(texts.totals);
    }
  }
  ImGui::PopFont();
}

}  // namespace heteroscope
