#include "app/window/features/lens/lens_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/scope/compared_lenses.hpp"
#include "app/window/features/lens/lens_place.hpp"
#include "app/window/features/lens/memory_grid.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

using Sides = std::array<std::string, 2>;

/// The height of a grid, in the design's units, for which explanations and the grids of other rows give way.
constexpr float readable_grid_units = 40;

/// A row of the panel. Those of a single variant are on the left.
struct Row {
  ComparedGroup of;
  bool differs = false;
  std::string words;
  std::string aside;  ///< at the right of the words where there is room: whether the two differ, or the figures of one
  Sides figures;
  std::string without_grid;  ///< its words and figures
  float grid = 0;            ///< the height of the higher grid where that is not limited
  std::size_t rank = 0;      ///< among rows that do not differ: 0 uses the least of what it moves

  [[nodiscard]] const LensGroup* group(std::size_t side) const { return side == 0 ? of.left : of.right; }
  /// Whether it says the same of two variants.
  [[nodiscard]] bool is_same() const { return of.right != nullptr && !differs; }
};

/// The texts of the panel.
struct Texts {
  Sides variants;
  Sides places;
  std::string pinned;
  std::string hint;
  std::string scrolls;
  Sides averages;
};

/// The parts for which the panel has room. Rows that do not differ are those of a single variant, too.
struct PanelPlan {
  bool hint = true;
  bool averages = true;
  bool scrolls = true;         ///< how a person sees what is left out
  std::size_t same = 0;        ///< the number of rows that do not differ
  std::size_t same_grids = 0;  ///< so many of these have grids: those that use the least of what they move
  std::size_t differing = 0;
  float grid = 0;  ///< the height that each grid may have
};

/// The places of the columns in the ImGui window.
struct LensColumns {
  std::size_t count = 1;
  float left = 0;
  float width = 0;  ///< of one
  float gap = 0;
  float inset = 0;  ///< a row's mark stands in it

  [[nodiscard]] float x(std::size_t side) const { return left + inset + static_cast<float>(side) * (width + gap); }
  [[nodiscard]] float all() const { return static_cast<float>(count) * (width + gap) - gap; }
};

LensColumns lens_columns(const Ui& ui, std::size_t count) {
  LensColumns out{.count = count, .left = ImGui::GetCursorPosX(), .gap = ui.units(12)};
  if (count > 1) out.inset = ui.units(8);
  out.width = (ImGui::GetContentRegionAvail().x - out.inset + out.gap) / static_cast<float>(count) - out.gap;
  return out;
}

bool has_room_aside(const Ui& ui, const Row& row, float wide) {
  const auto width = [](const std::string& words) { return ImGui::CalcTextSize(words.c_str()).x; };
  return width(row.words) + ui.units(12) + width(row.aside) <= wide;
}

Row row_of(const Ui& ui, const LensGroup& group, float wide) {
  Row out{.of = {.left = &group},
          .words = words_from_byte(group),
          .aside = group_figures(group),
          .figures = {},
          .without_grid = fmt::format("{}: {}", words_of(group), group_figures(group)),
          .grid = memory_grid_height(ui, group.worst)};
  if (ImGui::CalcTextSize(out.words.c_str()).x > wide) out.words = words_of(group);
  if (!has_room_aside(ui, out, wide)) out.figures[0] = std::exchange(out.aside, {});
  return out;
}

Row row_of(const Ui& ui, const ComparedGroup& of) {
  Row out{.of = of,
          .differs = of.differs(),
          .words = words_of(of.any()),
          .aside = of.differs() ? "differs" : "the same",
          .figures = {},
          .without_grid = {}};
  for (std::size_t side = 0; side < 2; ++side) {
    const LensGroup* const group = out.group(side);
    out.figures[side] = group != nullptr ? group_figures(*group) : "not in this variant";
    if (group != nullptr) out.grid = std::max(out.grid, memory_grid_height(ui, group->worst));
  }
  out.without_grid = fmt::format("{}, the same in both: {}", out.words, out.figures[0]);
  return out;
}

void rank(std::vector<Row>& rows) {
  std::vector<Row*> order;
  for (Row& each : rows) {
    if (!each.differs) order.push_back(&each);
  }
  std::ranges::stable_sort(order, {}, [](const Row* each) { return each->of.any().used(); });
  for (std::size_t i = 0; i < order.size(); ++i) order[i]->rank = i;
}

std::vector<Row> lens_rows(const Ui& ui, std::span<const LensView> views, float wide) {
  std::vector<Row> out;
  if (views.size() == 1) {
    for (const LensGroup& each : views[0].lens.groups) out.push_back(row_of(ui, each, wide));
  } else {
    for (const ComparedGroup& each : compare_lenses(views[0].lens, views[1].lens)) out.push_back(row_of(ui, each));
  }
  rank(out);
  return out;
}

Texts texts_of(std::span<const LensView> views, const LensRemarks& remarks) {
  Texts out;
  std::string hint;
  for (std::size_t side = 0; side < views.size(); ++side) {
    const LensView& view = views[side];
    if (std::string each = hint_of(view.lens); each.size() > hint.size()) hint = std::move(each);
    out.variants[side] = view.variant;
    out.places[side] = place_words(view.lens);
    if (view.totals != nullptr) out.averages[side] = average_text(*view.totals);
  }
  out.pinned = remarks.pinned;
  out.scrolls = remarks.scrolls;
  out.hint = in_sequence({hint, remarks.marks});
  return out;
}

/// Returns the height of words in lines of at most `wide`, with the gap below them.
float words_height(const std::string& words, float wide) {
  if (words.empty()) return 0;
  return ImGui::CalcTextSize(words.c_str(), nullptr, false, wide).y + ImGui::GetStyle().ItemSpacing.y;
}

float words_height(const Sides& words, float wide) {
  return std::max(words_height(words[0], wide), words_height(words[1], wide));
}

/// A row for which there is room.
struct ShownRow {
  const Row* row = nullptr;
  bool grid = true;
};

/// Returns the rows for which there is room, in their order.
std::vector<ShownRow> rows_shown(const std::vector<Row>& rows, const PanelPlan& plan) {
  std::vector<ShownRow> out;
  std::size_t same = 0;
  std::size_t differing = 0;
  for (const Row& each : rows) {
    if (each.differs ? differing < plan.differing : same < plan.same)
      out.push_back({&each, each.differs || each.rank < plan.same_grids});
    ++(each.differs ? differing : same);
  }
  return out;
}

bool leaves_out(const PanelPlan& plan, std::size_t rows) {
  return !plan.hint || !plan.averages || plan.same + plan.differing < rows || plan.same_grids < plan.same;
}

/// Names the rows that are left out, and says how a person sees all; empty where nothing is left out.
std::string left_out(const std::vector<Row>& rows, const Texts& texts, const PanelPlan& plan) {
  std::string out;
  const std::vector<ShownRow> shown = rows_shown(rows, plan);
  for (const Row& each : rows) {
    if (std::ranges::find(shown, &each, &ShownRow::row) != shown.end()) continue;
    out += fmt::format("{}{}{}", out.empty() ? "Not shown for lack of room: " : ", ", words_of(each.of.any()),
                       each.differs ? " (differs)" : "");
  }
  if (plan.scrolls && !texts.scrolls.empty() && leaves_out(plan, rows.size()))
    out += fmt::format("{}{}", out.empty() ? "" : "; ", texts.scrolls);
  return out.empty() ? out : out + '.';
}

/// Leaves out what matters least of what is there. Returns false where only one row is left.
bool give_way(PanelPlan& plan) {
  if (std::exchange(plan.hint, false)) return true;
  const bool grids_first = plan.differing > 0;
  if (!grids_first && std::exchange(plan.averages, false)) return true;
  if (plan.same_grids > 0) {
    --plan.same_grids;
    return true;
  }
  if (std::exchange(plan.averages, false)) return true;
  const bool only_needed = plan.same == 0 || plan.same + plan.differing == 1;
  if (only_needed && std::exchange(plan.scrolls, false)) return true;
  if (plan.same + plan.differing <= 1) return false;
  --(plan.same > 0 ? plan.same : plan.differing);
  return true;
}

/// Sets the height of the grids. Returns whether all that the plan has finds room.
bool has_room(const Ui& ui, const std::vector<Row>& rows, const Texts& texts, const LensColumns& columns, float high,
              PanelPlan& plan) {
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  float free = high - words_height(texts.variants, columns.width) - words_height(texts.places, columns.width);
  free -= words_height(texts.pinned, columns.all());
  if (plan.hint) free -= words_height(texts.hint, columns.all());
  if (plan.averages) free -= words_height(texts.averages, columns.width);
  free -= words_height(left_out(rows, texts, plan), columns.all());
  std::vector<float> grids;
  for (const auto& [row, grid] : rows_shown(rows, plan)) {
    if (!grid) {
      free -= words_height(row->without_grid, columns.all());
      continue;
    }
    free -= words_height(row->words, columns.all()) + words_height(row->figures, columns.width) + gap;
    grids.push_back(row->grid);
  }
  const bool gives_way = plan.hint || (plan.differing > 0 && plan.same_grids > 0);
  const float least = ui.units(gives_way ? readable_grid_units : lowest_grid_units);
  const float lowest = grids.empty() ? 0 : std::min(std::ranges::max(grids), least);
  plan.grid = height_of_each(std::move(grids), free, ui.units(highest_grid_units));
  return free >= 0 && plan.grid >= lowest;
}

/// Returns the plan of all there is, for a panel that scrolls.
PanelPlan whole_plan(const Ui& ui, const std::vector<Row>& rows) {
  const auto differing = static_cast<std::size_t>(std::ranges::count_if(rows, &Row::differs));
  const std::size_t same = rows.size() - differing;
  return {.same = same, .same_grids = same, .differing = differing, .grid = ui.units(readable_grid_units)};
}

PanelPlan plan_of(const Ui& ui, const std::vector<Row>& rows, const Texts& texts, const LensColumns& columns,
                  float high) {
  PanelPlan out = whole_plan(ui, rows);
  while (!has_room(ui, rows, texts, columns, high, out) && give_way(out)) continue;
  out.grid = std::max(out.grid, ui.units(8));
  return out;
}

/// Draws words at a place of the ImGui window, in lines of at most `wide`.
void words_at(ImVec2 at, const std::string& words, float wide, ImU32 color) {
  if (words.empty()) return;
  ImGui::SetCursorPos(at);
  ImGui::PushTextWrapPos(at.x + wide);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

/// Draws what is of all variants, and goes on below it.
void across(const LensColumns& columns, const std::string& words, ImU32 color) {
  const float y = ImGui::GetCursorPosY();
  words_at({columns.x(0), y}, words, columns.all(), color);
  ImGui::SetCursorPosY(y + words_height(words, columns.all()));
}

/// Draws what is of each variant, and goes on below it.
void beside(const LensColumns& columns, const Sides& words, ImU32 color) {
  const float y = ImGui::GetCursorPosY();
  for (std::size_t side = 0; side < columns.count; ++side)
    words_at({columns.x(side), y}, words[side], columns.width, color);
  ImGui::SetCursorPosY(y + words_height(words, columns.width));
}

/// Draws the words of a row, and at the right what stands aside where there is room.
void row_heading(const Ui& ui, const LensColumns& columns, const Row& row) {
  const float y = ImGui::GetCursorPosY();
  across(columns, row.words, row.is_same() ? ui.theme().dim : ui.theme().text);
  if (!has_room_aside(ui, row, columns.all())) return;
  const float below = ImGui::GetCursorPosY();
  const float extent = ImGui::CalcTextSize(row.aside.c_str()).x;
  words_at({columns.x(0) + columns.all() - extent, y}, row.aside, extent + 1,
           row.differs ? ui.theme().notice : ui.theme().dim);
  ImGui::SetCursorPosY(below);
}

void draw_row(const Ui& ui, const LensColumns& columns, const Row& row, float tallest) {
  const ImVec2 from{ImGui::GetWindowPos().x + columns.left, ImGui::GetCursorScreenPos().y};
  row_heading(ui, columns, row);
  beside(columns, row.figures, row.differs ? ui.theme().text : ui.theme().dim);
  const float y = ImGui::GetCursorPosY();
  float end = y;
  for (std::size_t side = 0; side < columns.count; ++side) {
    const LensGroup* const group = row.group(side);
    if (group == nullptr) continue;
    ImGui::SetCursorPos({columns.x(side), y});
    memory_grid(ui, group->worst, columns.width, height_beside(ui, group->worst, row.grid, tallest));
    end = std::max(end, ImGui::GetCursorPosY());
  }
  ImGui::SetCursorPosY(end);
  if (!row.differs) return;
  const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
  ImGui::GetWindowDrawList()->AddRectFilled(from, {from.x + ui.units(3), bottom}, ui.theme().notice, ui.units(1.5));
}

void contents(const Ui& ui, const std::vector<Row>& rows, const Texts& texts, const LensColumns& columns,
              const PanelPlan& plan) {
  if (!texts.pinned.empty()) across(columns, texts.pinned, ui.theme().notice);
  beside(columns, texts.variants, ui.theme().text);
  beside(columns, texts.places, ui.theme().dim);
  if (plan.hint) across(columns, texts.hint, ui.theme().dim);
  for (const auto& [row, grid] : rows_shown(rows, plan)) {
    if (grid) {
      draw_row(ui, columns, *row, plan.grid);
    } else {
      across(columns, row->without_grid, row->is_same() ? ui.theme().dim : ui.theme().text);
    }
  }
  if (const std::string rest = left_out(rows, texts, plan); !rest.empty()) across(columns, rest, ui.theme().dim);
  if (plan.averages) beside(columns, texts.averages, ui.theme().dim);
}

template <class Contents>
void in_panel(const Ui& ui, OverlaySpace& space, std::size_t i, const Rect& place, ImGuiWindowFlags flags,
              Contents&& contents) {
  put_lens(place);
  push_font(ui.fonts.small);
  {
    const OverlayWindow page(ui, space, fmt::format("##lens{}", i).c_str(), flags, {10, 8});
    if (page) contents();
  }
  ImGui::PopFont();
}

constexpr ImGuiWindowFlags lens_follows = notice_flags | ImGuiWindowFlags_NoInputs;
constexpr ImGuiWindowFlags lens_scrolls = notice_flags & ~ImGuiWindowFlags_NoScrollbar;

}  // namespace

void lens_notice(const Ui& ui, OverlaySpace& space, std::size_t i, const Rect& place, const std::string& text) {
  in_panel(ui, space, i, place, lens_follows, [&] { ImGui::TextWrapped("%s", text.c_str()); });
}

void lens_panel(const Ui& ui, OverlaySpace& space, std::size_t i, const Rect& place, std::span<const LensView> views,
                const LensRemarks& remarks) {
  const bool pinned = !remarks.pinned.empty();
  in_panel(ui, space, i, place, pinned ? lens_scrolls : lens_follows, [&] {
    const LensColumns columns = lens_columns(ui, views.size());
    const std::vector<Row> rows = lens_rows(ui, views, columns.all());
    const Texts texts = texts_of(views, remarks);
    const float high = place.to.y - place.from.y - 2 * ImGui::GetStyle().WindowPadding.y;
    const PanelPlan fitting = plan_of(ui, rows, texts, columns, high);
    const bool has_to_scroll = pinned && leaves_out(fitting, rows.size());
    contents(ui, rows, texts, columns, has_to_scroll ? whole_plan(ui, rows) : fitting);
  });
}

}  // namespace heteroscope
