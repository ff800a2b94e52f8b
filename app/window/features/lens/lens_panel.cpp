#include "app/window/features/lens/lens_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

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

/// Returns the heading of a panel. In a row with another one it has a line for the variant and one for the place, so
/// that the two panels are in line.
std::string heading_beside(const Lens& lens, std::string_view variant, const LensPlace& place) {
  std::string out = lens_heading(lens, variant);
  if (place.in_row) out[variant.size() + 1] = '\n';
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

/// Returns the height that each of the groups' grids may have, so that all have room. What lower grids do not need is
/// left to higher ones.
float grid_height(const Ui& ui, std::span<const LensGroup> groups, float room) {
  std::vector<float> heights;
  for (const LensGroup& each : groups) heights.push_back(memory_grid_height(ui, each.worst));
  std::ranges::sort(heights);
  const float most = ui.units(100);
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const float share = room / static_cast<float>(heights.size() - i);
    if (heights[i] > share) return std::min(share, most);
    room -= heights[i];
  }
  return most;
}

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
    out.grid = grid_height(ui, std::span(lens.groups).first(out.groups), free);
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

/// Sets the place, and the largest size, of the ImGui window that begins next.
void set_place(const LensPlace& place) {
  const auto& [from, to] = place.room;
  ImGui::SetNextWindowPos(from, ImGuiCond_Always);
  ImGui::SetNextWindowSizeConstraints({to.x - from.x, 0}, {to.x - from.x, to.y - from.y});
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

std::vector<LensPlace> lens_places(const Rect& window, const Rect& picture, ImVec2 mouse, std::size_t count,
                                   float unit) {
  const float gap = 12 * unit;
  const float usual = 330 * unit;
  const float least = 230 * unit;
  const auto panels = static_cast<float>(count);
  const float half = (picture.to.x - picture.from.x) / 2;
  const float at_left = picture.from.x - window.from.x - gap;
  const bool narrow = half - 2 * gap < least;
  const bool over_panel = narrow && at_left >= least;
  const bool in_row = count > 1 && panels * (usual + gap) + gap <= half;
  const float width = std::min(usual, over_panel ? at_left
                                      : narrow   ? std::min(least, 2 * half - 2 * gap)
                                                 : half - 2 * gap);
  const float across = in_row ? panels * (width + gap) : width + gap;
  const bool left = mouse.x > picture.from.x + half;
  ImVec2 at{left ? picture.from.x + gap : picture.to.x - across, picture.from.y + gap};
  float bottom = picture.to.y - gap;
  if (over_panel) {
    at.x = window.from.x;
    bottom = window.to.y;
  }
  const float high = in_row ? bottom - at.y : (bottom - at.y - (panels - 1) * gap) / panels;
  std::vector<LensPlace> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back({i, {at, {at.x + width, at.y + high}}, in_row});
    (in_row ? at.x : at.y) += gap + (in_row ? width : high);
  }
  return out;
}

void lens_notice(const Ui& ui, OverlaySpace& space, const LensPlace& place, const std::string& text) {
  set_place(place);
  push_font(ui.fonts.small);
  {
    const OverlayWindow page(ui, space, fmt::format("##lens{}", place.index).c_str(),
                             notice_flags | ImGuiWindowFlags_NoInputs, {10, 8});
    if (page) ImGui::TextWrapped("%s", text.c_str());
  }
  ImGui::PopFont();
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
  const float high = place.room.to.y - place.room.from.y;
  set_place(place);
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
