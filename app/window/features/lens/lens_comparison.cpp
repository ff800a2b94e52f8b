#include "app/window/features/lens/lens_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/scope/compared_lenses.hpp"
#include "app/window/features/lens/lens_place.hpp"
#include "app/window/features/lens/lens_words.hpp"
#include "app/window/features/lens/memory_grid.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

using Sides = std::array<std::string, 2>;

/// The height of a grid, in the design's units, for which explanations and the grids of other rows give way.
constexpr float readable_grid_units = 40;

/// A row of the panel.
struct Row {
  ComparedGroup of;
  bool differs = false;
  std::string words;
  Sides figures;
  float grid = 0;  ///< the height of the higher grid where that is not limited

  [[nodiscard]] const LensGroup* group(std::size_t side) const { return side == 0 ? of.left : of.right; }
};

/// The texts of the panel.
struct Texts {
  Sides variants;
  Sides places;
  std::string hint;
  Sides averages;
};

/// The parts for which the panel has room.
struct ComparisonPlan {
  bool hint = true;
  bool same_grids = true;  ///< rows in which the two do not differ have grids
  bool averages = true;
  bool same = true;  ///< there are such rows
  std::size_t differing = 0;
  float grid = 0;  ///< the height that each grid may have
};

/// The places of the columns in the ImGui window.
struct ComparedColumns {
  float left = 0;
  float width = 0;  ///< of one
  float gap = 0;
  float inset = 0;  ///< a row's mark stands in it

  [[nodiscard]] float x(std::size_t side) const { return left + inset + static_cast<float>(side) * (width + gap); }
  [[nodiscard]] float both() const { return 2 * width + gap; }
};

ComparedColumns lens_columns(const Ui& ui) {
  ComparedColumns out{.left = ImGui::GetCursorPosX(), .gap = ui.units(12), .inset = ui.units(8)};
  out.width = (ImGui::GetContentRegionAvail().x - out.inset - out.gap) / 2;
  return out;
}

std::vector<Row> compared_rows(const Ui& ui, const std::array<LensView, 2>& views) {
  std::vector<Row> out;
  for (const ComparedGroup& each : compare_lenses(views[0].lens, views[1].lens)) {
    Row row{.of = each, .differs = each.differs(), .words = words_of(each.any()), .figures = {}};
    for (std::size_t side = 0; side < 2; ++side) {
      const LensGroup* const group = row.group(side);
      row.figures[side] = group != nullptr ? group_figures(*group) : "not in this variant";
      if (group != nullptr) row.grid = std::max(row.grid, memory_grid_height(ui, group->worst));
    }
    out.push_back(std::move(row));
  }
  return out;
}

Texts texts_of(const std::array<LensView, 2>& views, std::string_view of_reads) {
  Texts out;
  for (std::size_t side = 0; side < 2; ++side) {
    const LensView& view = views[side];
    out.variants[side] = view.variant;
    out.places[side] = place_words(view.lens);
    if (view.totals != nullptr) out.averages[side] = average_text(*view.totals);
  }
  const std::string left = hint_of(views[0].lens);
  const std::string right = hint_of(views[1].lens);
  out.hint = fmt::format("{}The picture has the marks of {}. {}", left.size() < right.size() ? right : left,
                         views[0].variant, of_reads);
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

/// "loads input, the same in both: 4 sectors, 100 % used", of a row without grids.
std::string same_words(const Row& row) {
  return fmt::format("{}, the same in both: {}", row.words, row.figures[0]);
}

/// Returns the rows for which there is room, in their order.
std::vector<const Row*> rows_shown(const std::vector<Row>& rows, const ComparisonPlan& plan) {
  std::vector<const Row*> out;
  std::size_t differing = 0;
  for (const Row& each : rows) {
    if (each.differs ? differing++ < plan.differing : plan.same) out.push_back(&each);
  }
  return out;
}

/// Says which rows are left out; empty: none is.
std::string left_out(const std::vector<Row>& rows, const ComparisonPlan& plan) {
  std::string same;
  std::size_t differing = 0;
  for (const Row& each : rows) {
    if (each.differs) ++differing;
    if (!each.differs && !plan.same) same += (same.empty() ? "" : ", ") + each.words;
  }
  std::string out = same.empty() ? "" : fmt::format("The same in both, for which there is no room: {}.", same);
  if (differing > plan.differing) {
    out += fmt::format("{}And {} more in which they differ, for which there is no room.", out.empty() ? "" : " ",
                       differing - plan.differing);
  }
  return out;
}

/// Leaves out what matters least of what is there. Returns false where only one row in which the two differ is left.
bool give_way(ComparisonPlan& plan) {
  for (bool ComparisonPlan::*const each :
       {&ComparisonPlan::hint, &ComparisonPlan::same_grids, &ComparisonPlan::averages, &ComparisonPlan::same}) {
    if (std::exchange(plan.*each, false)) return true;
  }
  if (plan.differing <= 1) return false;
  --plan.differing;
  return true;
}

/// Sets the height of the grids. Returns whether all that the plan has finds room.
bool has_room(const Ui& ui, const std::vector<Row>& rows, const Texts& texts, const ComparedColumns& columns,
              float high, ComparisonPlan& plan) {
  const float gap = ImGui::GetStyle().ItemSpacing.y;
  float free = high - words_height(texts.variants, columns.width) - words_height(texts.places, columns.width);
  if (plan.hint) free -= words_height(texts.hint, columns.both());
  if (plan.averages) free -= words_height(texts.averages, columns.width);
  free -= words_height(left_out(rows, plan), columns.both());
  std::vector<float> grids;
  for (const Row* const each : rows_shown(rows, plan)) {
    if (!each->differs && !plan.same_grids) {
      free -= words_height(same_words(*each), columns.both());
      continue;
    }
    free -= words_height(each->words, columns.both()) + words_height(each->figures, columns.width) + gap;
    grids.push_back(each->grid);
  }
  const float least = ui.units(plan.hint || plan.same_grids ? readable_grid_units : lowest_grid_units);
  const float lowest = grids.empty() ? 0 : std::min(std::ranges::max(grids), least);
  plan.grid = height_of_each(std::move(grids), free, ui.units(highest_grid_units));
  return free >= 0 && plan.grid >= lowest;
}

ComparisonPlan plan_of(const Ui& ui, const std::vector<Row>& rows, const Texts& texts, const ComparedColumns& columns,
                       float high) {
  ComparisonPlan out{.differing = static_cast<std::size_t>(std::ranges::count_if(rows, &Row::differs))};
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

/// Draws what is of both variants, and goes on below it.
void across(const ComparedColumns& columns, const std::string& words, ImU32 color) {
  const float y = ImGui::GetCursorPosY();
  words_at({columns.x(0), y}, words, columns.both(), color);
  ImGui::SetCursorPosY(y + words_height(words, columns.both()));
}

/// Draws what is of each variant, and goes on below it.
void beside(const ComparedColumns& columns, const Sides& words, ImU32 color) {
  const float y = ImGui::GetCursorPosY();
  for (std::size_t side = 0; side < 2; ++side) words_at({columns.x(side), y}, words[side], columns.width, color);
  ImGui::SetCursorPosY(y + words_height(words, columns.width));
}

/// Draws the words of a row, and at the right whether the two differ where there is room.
void row_heading(const Ui& ui, const ComparedColumns& columns, const Row& row) {
  const float y = ImGui::GetCursorPosY();
  across(columns, row.words, row.differs ? ui.theme().text : ui.theme().dim);
  const float below = ImGui::GetCursorPosY();
  const std::string verdict = row.differs ? "differs" : "the same";
  const float extent = ImGui::CalcTextSize(verdict.c_str()).x;
  if (ImGui::CalcTextSize(row.words.c_str()).x + ui.units(12) + extent > columns.both()) return;
  const ImVec2 at{columns.x(0) + columns.both() - extent, y};
  words_at(at, verdict, extent + 1, row.differs ? ui.theme().notice : ui.theme().dim);
  ImGui::SetCursorPosY(below);
}

void draw_row(const Ui& ui, const ComparedColumns& columns, const Row& row, const ComparisonPlan& plan) {
  if (!row.differs && !plan.same_grids) return across(columns, same_words(row), ui.theme().dim);
  const ImVec2 from{ImGui::GetWindowPos().x + columns.left, ImGui::GetCursorScreenPos().y};
  row_heading(ui, columns, row);
  beside(columns, row.figures, row.differs ? ui.theme().text : ui.theme().dim);
  const float y = ImGui::GetCursorPosY();
  float end = y;
  for (std::size_t side = 0; side < 2; ++side) {
    const LensGroup* const group = row.group(side);
    if (group == nullptr) continue;
    ImGui::SetCursorPos({columns.x(side), y});
    memory_grid(ui, group->worst, columns.width, height_beside(ui, group->worst, row.grid, plan.grid));
    end = std::max(end, ImGui::GetCursorPosY());
  }
  ImGui::SetCursorPosY(end);
  if (!row.differs) return;
  const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
  ImGui::GetWindowDrawList()->AddRectFilled(from, {from.x + ui.units(3), bottom}, ui.theme().notice, ui.units(1.5));
}

void contents(const Ui& ui, const std::vector<Row>& rows, const Texts& texts, const ComparedColumns& columns,
              const ComparisonPlan& plan) {
  beside(columns, texts.variants, ui.theme().text);
  beside(columns, texts.places, ui.theme().dim);
  if (plan.hint) across(columns, texts.hint, ui.theme().dim);
  for (const Row* const each : rows_shown(rows, plan)) draw_row(ui, columns, *each, plan);
  if (const std::string rest = left_out(rows, plan); !rest.empty()) across(columns, rest, ui.theme().dim);
  if (plan.averages) beside(columns, texts.averages, ui.theme().dim);
}

}  // namespace

void lens_comparison(const Ui& ui, OverlaySpace& space, const Rect& place, const std::array<LensView, 2>& views,
                     std::string_view of_reads) {
  put_lens(place);
  push_font(ui.fonts.small);
  {
    const OverlayWindow page(ui, space, "##lenses", notice_flags | ImGuiWindowFlags_NoInputs, {10, 8});
    if (page) {
      const ComparedColumns columns = lens_columns(ui);
      const std::vector<Row> rows = compared_rows(ui, views);
      const Texts texts = texts_of(views, of_reads);
      const float high = place.to.y - place.from.y - 2 * ImGui::GetStyle().WindowPadding.y;
      contents(ui, rows, texts, columns, plan_of(ui, rows, texts, columns, high));
    }
  }
  ImGui::PopFont();
}

}  // namespace heteroscope
