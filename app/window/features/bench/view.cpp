#include "app/window/features/bench/view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "app/analysis/claims/published.hpp"
#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/commands/report/findings.hpp"
#include "app/results/fact_columns.hpp"

namespace heteroscope {
namespace {

constexpr std::array shares{column::fma_ceiling_share, column::copy_ceiling_share, column::fill_ceiling_share};

BenchCell number_cell(const ResultRow& row, const Column& id) {
  if (!has(row, id)) return {};
  return {cell(row, id), row.number(id)};
}

/// The row's share of the first ceiling that it has.
BenchCell share_cell(const ResultRow& row) {
  for (const Column& id : shares) {
    if (has(row, id)) return number_cell(row, id);
  }
  return {};
}

bool differ(const Result& result, const std::function<std::string(const ResultRow&)>& text) {
  return std::ranges::any_of(result.rows, [&](const ResultRow& row) { return text(row) != text(result.rows.front()); });
}

/// A column, and the function that makes its cell of a row.
struct ColumnSource {
  BenchColumn column;
  std::function<BenchCell(const ResultRow&)> cell;
};

std::vector<ColumnSource> sources_of(const Result& result) {
  const auto words = [](auto&& text) { return [text](const ResultRow& row) { return BenchCell{text(row)}; }; };
  const auto number = [](const Column& id) { return [id](const ResultRow& row) { return number_cell(row, id); }; };
  const auto of = [](const Column& id) { return [id](const ResultRow& row) { return row.text(id); }; };
  const auto block = [](const ResultRow& row) { return block_text(row); };
  std::vector<ColumnSource> out;
  if (differ(result, of(column::scene)))
    out.push_back({{"scene", "The part of the suite that the row belongs to."}, words(of(column::scene))});
  out.push_back({{"variant", "The variant that was measured, with its kind of memory where several were measured."},
                 words([&result](const ResultRow& row) { return variant_in_memory(result, row); })});
  if (differ(result, of(column::precision)))
    out.push_back({{"precision", "Precision of the values.", false, 4}, words(of(column::precision))});
  if (differ(result, [](const ResultRow& row) { return size_text(row); })) {
    out.push_back({{"size", "Columns and rows of the values whose rate is given.", false, 6},
                   words([](const ResultRow& row) { return size_text(row); })});
  }
  if (std::ranges::any_of(result.rows, uses_cpu))
    out.push_back({{"threads", "Number of CPU threads.", true, 2}, number(column::threads)});
  if (std::ranges::any_of(result.rows, [&](const ResultRow& row) { return !block(row).empty(); }))
    out.push_back({{"block", "Threads of a GPU block: columns and rows.", false, 1}, words(block)});
  out.push_back({{"median", "Median time of the measured runs.", true}, [](const ResultRow& row) {
                   return BenchCell{median_text(row), row.number(column::median_ms)};
                 }});
  out.push_back({{"±", "How far the 95 % interval of the median reaches from it.", true, 7}, number(column::reach)});
  out.push_back({{"of ceiling",
                  "Rate of the work that the problem needs at least, as a share of the highest rate measured on this "
                  "machine: of multiply-adds, of copied bytes or of filled bytes.",
                  true, 5},
                 share_cell});
  if (std::ranges::any_of(result.rows, [](const ResultRow& row) { return is_marked(row); })) {
    out.push_back({{"others", "How much of the processors or the GPU other programs used meanwhile.", true, 9},
                   [](const ResultRow& row) { return BenchCell{others_cell(row)}; }});
  }
  out.push_back({{"speed-up", "Time of the reference over this row's time, in the same scene and precision.", true, 3},
                 number(column::speedup)});
  return out;
}

/// A key that is equal for rows that compute the same problem.
std::string problem_of(const ResultRow& row) {
  std::string out;
  for (const Column& id :
       {column::scene, column::precision, column::steps, column::width, column::height, column::stage})
    out += row.text(id) + '\n';
  return out;
}

/// Finds the fastest row of each problem, and those whose intervals overlap with its.
std::vector<BenchPlace> places_in(const Result& result) {
  std::map<std::string, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    if (!holds(result.rows[i], column::fast_math)) alike[problem_of(result.rows[i])].push_back(i);
  }
  std::vector<BenchPlace> out(result.rows.size(), BenchPlace::behind);
  for (const auto& [problem, rows] : alike) {
    const bool marked = std::ranges::any_of(rows, [&](std::size_t i) { return is_marked(result.rows[i]); });
    if (rows.size() < 2 || marked) continue;
    const std::size_t first =
        *std::ranges::min_element(rows, {}, [&](std::size_t i) { return result.rows[i].number(column::median_ms); });
    for (const std::size_t i : rows) {
      if (tied(result.rows[first], result.rows[i])) out[i] = BenchPlace::tied;
    }
    out[first] = BenchPlace::fastest;
  }
  return out;
}

std::string note_of(const BenchLine& line) {
  std::string out = line.place == BenchPlace::fastest ? "fastest" : line.place == BenchPlace::tied ? "tie" : "";
  if (line.disturbed) out += out.empty() ? "in use" : ", in use";
  if (line.marked) out += out.empty() ? "beside others" : ", beside others";
  return out;
}

bool before(const BenchCell& a, const BenchCell& b, bool descending) {
  if (std::isnan(a.key) && std::isnan(b.key)) {
    if (a.text.empty() || b.text.empty()) return !a.text.empty() && b.text.empty();
    return descending ? b.text < a.text : a.text < b.text;
  }
  if (std::isnan(a.key) || std::isnan(b.key)) return !std::isnan(a.key);
  return descending ? b.key < a.key : a.key < b.key;
}

}  // namespace

BenchView view_of(std::shared_ptr<const Result> result, const std::set<std::size_t>& disturbed) {
  BenchView out;
  out.result = std::move(result);
  const Result& of = *out.result;
  out.graph = main_graph(of);
  if (of.rows.empty()) return out;
  const std::vector<ColumnSource> sources = sources_of(of);
  for (const ColumnSource& each : sources) out.columns.push_back(each.column);
  out.columns.push_back(
      {"note",
       "\"fastest\": the fastest row of its problem. \"tie\": cannot be distinguished from that row. \"in use\": the "
       "window was used meanwhile. \"beside others\": other programs used much of the processors or the GPU, so "
       "that no conclusion is drawn from the row.",
       false, 8});
  const std::vector<BenchPlace> places = places_in(of);
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    const ResultRow& row = of.rows[i];
    BenchLine line{.scene = row.text(column::scene),
                   .cells = {},
                   .processor = uses_gpu(row) ? Processor::gpu : Processor::cpu,
                   .place = places[i],
                   .disturbed = disturbed.contains(i),
                   .marked = is_marked(row)};
    for (const ColumnSource& each : sources) line.cells.push_back(each.cell(row));
    line.cells.push_back({note_of(line)});
    out.lines.push_back(std::move(line));
  }
  out.findings = findings(of);
  if (const Suite* const suite = suite_of(of); suite != nullptr) {
    const Published* const published = published_of(*suite);
    if (published == nullptr) return out;
    for (const Claim& each : published->claims) out.claims.push_back(judge(each, of));
    out.source = source_line(*published);
  }
  return out;
}

PublishedView published_view(const Suite& suite) {
  PublishedView out;
  const Published* const published = published_of(suite);
  if (published == nullptr) return out;
  out.source = source_line(*published);
  out.claims = judged_by_published(suite);
  out.notes = published->notes;
  return out;
}

std::string title_of(const BenchView& view) {
  return fact(*view.result, column::title);
}

BenchViews views_of(const Results& results, const std::set<std::size_t>& disturbed,
                    std::vector<std::shared_ptr<const BenchView>> known) {
  BenchViews out{.title = results.title, .parts = std::move(known), .left_out = results.left_out};
  std::size_t before = rows_of(out);
  for (std::size_t i = out.parts.size(); i < results.parts.size(); ++i) {
    std::set<std::size_t> of_part;
    for (const std::size_t each : disturbed) {
      if (each >= before) of_part.insert(each - before);
    }
    out.parts.push_back(
        std::make_shared<const BenchView>(view_of(std::make_shared<const Result>(results.parts[i]), of_part)));
    before += results.parts[i].rows.size();
  }
  return out;
}

Results results_of(const BenchViews& views) {
  Results out{.title = views.title, .parts = {}, .left_out = views.left_out};
  for (const auto& each : views.parts) out.parts.push_back(*each->result);
  return out;
}

std::size_t rows_of(const BenchViews& views) {
  std::size_t out = 0;
  for (const auto& each : views.parts) out += each->lines.size();
  return out;
}

std::vector<std::size_t> sorted(const BenchView& view, const BenchOrder& order) {
  std::vector<std::size_t> out(view.lines.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = i;
  if (order.column < 0 || static_cast<std::size_t>(order.column) >= view.columns.size()) return out;
  const auto column = static_cast<std::size_t>(order.column);
  Names scenes;
  std::vector<std::size_t> scene_of;
  for (const BenchLine& each : view.lines) scene_of.push_back(order.by_scene ? scenes.place(each.scene) : 0);
  std::ranges::stable_sort(out, [&](std::size_t a, std::size_t b) {
    if (scene_of[a] != scene_of[b]) return scene_of[a] < scene_of[b];
    return before(view.lines[a].cells[column], view.lines[b].cells[column], order.descending);
  });
  return out;
}

}  // namespace heteroscope
