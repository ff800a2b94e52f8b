#include "app/analysis/graphs/block_maps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/others.hpp"
#include "app/analysis/quantity.hpp"
#include "app/analysis/reading.hpp"
#include "app/plot/heat_map.hpp"
#include "app/plot/svg.hpp"
#include "app/results/row_columns.hpp"
#include "app/text/table.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t least_shapes = 3;
constexpr double cell_width = 62;
constexpr double cell_height = 26;
constexpr double map_gap = 24;

/// Rows of one variant in one precision, that differ in their block alone.
struct Mapped {
  std::string title;
  std::vector<const ResultRow*> rows;
};

std::vector<Mapped> mapped_in(const Result& result, const std::string& scene) {
  std::vector<Mapped> out;
  for (const ResultRow& row : result.rows) {
    if (block_of(row) == BlockShape{} || row.text(column::scene) != scene || holds(row, column::fast_math)) continue;
    const std::string title = fmt::format("{}, {}", variant_in_memory(result, row), row.text(column::precision));
    auto of = std::ranges::find(out, title, &Mapped::title);
    if (of == out.end()) of = out.insert(of, {title, {}});
    // of several that only differ in something else the first counts
    const bool known =
        std::ranges::any_of(of->rows, [&](const ResultRow* other) { return block_of(*other) == block_of(row); });
    if (!known) of->rows.push_back(&row);
  }
  std::erase_if(out, [](const Mapped& each) { return each.rows.size() < least_shapes; });
  return out;
}

std::vector<int> sides(const std::vector<const ResultRow*>& rows, int BlockShape::*side) {
  std::vector<int> out;
  out.reserve(rows.size());
  for (const ResultRow* row : rows) out.push_back(block_of(*row).*side);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::size_t place(const std::vector<int>& all, int side) {
  return static_cast<std::size_t>(std::ranges::find(all, side) - all.begin());
}

/// The fastest of those that are not marked; null where all are.
const ResultRow* best_of(const std::vector<const ResultRow*>& rows) {
  const ResultRow* out = nullptr;
  for (const ResultRow* row : rows) {
    if (!is_marked(*row) && (out == nullptr || time_of(*row) < time_of(*out))) out = row;
  }
  return out;
}

HeatMap map_of(const Mapped& of, const std::string& what) {
  const std::vector<int> across = sides(of.rows, &BlockShape::x);
  const std::vector<int> down = sides(of.rows, &BlockShape::y);
  const ResultRow* const best = best_of(of.rows);
  HeatMap out{.title = of.title,
              .x_label = "block x",
              .y_label = "block y",
              .columns = {},
              .rows = {},
              .cells = std::vector<HeatMap::Cell>(across.size() * down.size()),
              .value_label = what + ", ms",
              .logarithmic = true,
              .least_is_bright = true,
              .scale = {}};
  for (const int each : across) out.columns.push_back(std::to_string(each));
  for (const int each : down) out.rows.push_back(std::to_string(each));
  for (const ResultRow* row : of.rows) {
    const BlockShape block = block_of(*row);
    HeatMap::Cell& cell = out.cells[place(down, block.y) * across.size() + place(across, block.x)];
    cell = {.value = time_of(*row),
            .text = fmt::format("{:.3g}{}", time_of(*row), star(*row)),
            .marked = row == best || (best != nullptr && !is_marked(*row) && tied(*row, *best))};
  }
  return out;
}

std::string words_of_mapping(const Mapped& of) {
  std::string out = of.title + ": ";
  for (const ResultRow* row : of.rows) {
    out += fmt::format("{}{} {}{}", row == of.rows.front() ? "" : "; ", block_text(*row), milliseconds(time_of(*row)),
                       star(*row));
  }
  return out + ".";
}

}  // namespace

Graph block_maps(const Result& result) {
  const std::string scene = result.rows.back().text(column::scene);
  const std::string what = time_name(result);
  Graph out{.id = "blocks",
            .title = what + " by block shape",
            .about = fmt::format(
                "{}; bright is fast. A frame marks the fastest shape and those that cannot be distinguished from "
                "it.",
                scene),
            .drawing = {}};
  const std::vector<Mapped> maps = mapped_in(result, scene);
  std::vector<const ResultRow*> all;
  for (const Mapped& each : maps) all.insert(all.end(), each.rows.begin(), each.rows.end());
  if (const std::string others = others_text(all); !others.empty())
    out.about += fmt::format(" Shapes with a star (*) have no frame: {} while they were measured.", others);
  const std::size_t in_row = 2;
  double x = 0;
  double y = 0;
  double row_height = 0;
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const HeatMap map = map_of(maps[i], what);
    const double width = 110 + cell_width * static_cast<double>(std::max<std::size_t>(map.columns.size(), 4));
    const double height = 84 + cell_height * static_cast<double>(map.rows.size());
    if (i % in_row == 0) {
      x = 0;
      y += row_height + (i == 0 ? 0 : map_gap);
      row_height = 0;
    }
    lay_out(map, {x, y, x + width, y + height}, svg_style(), out.drawing);
    row_height = std::max(row_height, height);
    x += width + map_gap;
    out.width = std::max(out.width, x - map_gap);
    out.height = y + row_height;
    out.words += (out.words.empty() ? "" : " ") + words_of_mapping(maps[i]);
  }
  return out;
}

}  // namespace heteroscope
