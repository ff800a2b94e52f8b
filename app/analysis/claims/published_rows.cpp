#include "app/analysis/claims/published_rows.hpp"

#include <algorithm>

#include "app/results/data.hpp"
#include "app/results/fact_columns.hpp"

namespace heteroscope {

namespace {

bool same_row(const PublishedFigure& a, const PublishedFigure& b) {
  return a.scene == b.scene && a.variant == b.variant && a.block == b.block && a.memory == b.memory;
}

/// Where the scene is on the suite's axis; nothing where it has no place there.
DatumValue place_of(const Suite& suite, std::string_view id) {
  const auto scene = std::ranges::find(suite.scenes, id, &SuiteScene::id);
  if (suite.axis.empty() || scene == suite.scenes.end()) return {};
  if (suite.axis == side_axis) return std::int64_t{scene->size.width};
  if (suite.axis == values_axis) return scene->size.area();
  const auto value = scene->values.find(suite.axis);
  return value == scene->values.end() ? DatumValue() : DatumValue(static_cast<double>(value->second));
}

DatumValue word(std::string_view text) {
  return text.empty() ? DatumValue() : DatumValue(std::string(text));
}

ResultRow row_of(const Suite& suite, const PublishedFigure& figure) {
  ResultRow out;
  Data to(out.data);
  to.add(column::variant, figure.variant);
  to.add(column::scene, figure.scene);
  to.add(column::memory, word(figure.memory));
  const bool one_precision = suite.precisions.size() == 1;
  to.add(column::precision, one_precision ? DatumValue(std::string(id_of(suite.precisions.front()))) : DatumValue());
  to.add(column::threads, {});
  const bool has_block = figure.block != BlockShape{};
  to.add(column::block_x, has_block ? DatumValue(std::int64_t{figure.block.x}) : DatumValue());
  to.add(column::block_y, has_block ? DatumValue(std::int64_t{figure.block.y}) : DatumValue());
  to.add(column::axis.named(suite.axis), place_of(suite, figure.scene));
  to.add(column::as_printed, true);
  return out;
}

/// "global load efficiency" of "modeled/global_load_efficiency".
std::string published_name(std::string_view id) {
  std::string out(id.substr(id.rfind('/') + 1));
  std::ranges::replace(out, '_', ' ');
  return out;
}

}  // namespace

std::vector<PublishedFigure> published_figures(const Suite& suite) {
  const Published* const published = published_of(suite);
  if (published == nullptr) return {};
  std::vector<PublishedFigure> out;
  for (const PublishedTable& table : published->tables) {
    for (const PublishedTable::Row& row : table.rows) {
      for (std::size_t i = 0; i < row.ms.size(); ++i) {
        out.push_back({.table = table.id,
                       .machine = table.machine,
                       .scene = row.scene,
                       .variant = table.variant,
                       .value = row.ms[i],
                       .block = suite.blocks[i]});
      }
    }
  }
  out.insert(out.end(), published->figures.begin(), published->figures.end());
  return out;
}

std::vector<std::string_view> published_machines(const Suite& suite) {
  const Published* const published = published_of(suite);
  if (published == nullptr) return {};
  std::vector<std::string_view> out = published->machines();
  for (const PublishedFigure& each : published->figures) {
    if (std::ranges::find(out, each.machine) == out.end()) out.push_back(each.machine);
  }
  return out;
}

Result published_result(const Suite& suite, std::string_view machine) {
  Result out;
  Data(out.facts).add(column::baseline, word(suite.baseline));
  std::vector<PublishedFigure> rows;
  for (const PublishedFigure& each : published_figures(suite)) {
    if (each.machine != machine) continue;
    auto row = std::ranges::find_if(rows, [&](const PublishedFigure& known) { return same_row(known, each); });
    if (row == rows.end()) {
      row = rows.insert(row, each);
      out.rows.push_back(row_of(suite, each));
    }
    const bool time = each.id.ends_with("_ms");
    Data(out.rows[static_cast<std::size_t>(row - rows.begin())].data)
        .add({each.id, published_name(time ? std::string_view(each.id).substr(0, each.id.size() - 3) : each.id),
              time ? "ms" : "%", time ? Hint::time : Hint::plain, "As published"},
             each.value);
  }
  return out;
}

}  // namespace heteroscope
