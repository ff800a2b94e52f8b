#include "app/analysis/over_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/data.hpp"
#include "app/results/fact_columns.hpp"
#include "app/results/json.hpp"
#include "app/text/table.hpp"
#include "core/base/error.hpp"
#include "core/base/plural.hpp"
#include "core/io/json/json_text.hpp"
#include "core/numbers/statistics.hpp"

namespace heteroscope {
namespace {

constexpr int version = 1;

/// What says which row it is.
constexpr std::array named_by{column::scene,     column::width,   column::height, column::precision,
                              column::processor, column::variant, column::threads};

/// Only rows over ranks have these columns.
namespace rank_columns {
constexpr Column suite{"suite", "suite", "The suite's or workload's id"};
constexpr Column ranks{"ranks", "ranks", "The number of ranks that measured it together"};
constexpr Column ranks_min_ms{"ranks_min_ms", "min", "ms", Hint::time, "The smallest of the ranks' medians"};
constexpr Column ranks_median_ms{"ranks_median_ms", "median", "ms", Hint::time, "The median of the ranks' medians"};
constexpr Column ranks_max_ms{"ranks_max_ms", "max", "ms", Hint::time, "The largest of the ranks' medians"};
constexpr Column slowest_rank{"slowest_rank", "slowest", "The rank with the largest median"};
}  // namespace rank_columns

std::string fact_of(const RankResults& rank, const Column& column) {
  return machine_fact(rank.results.parts.front(), column);
}

/// Throws BadInput unless it is the same thing that was measured.
const ResultRow& same_row(const RankResults& rank, std::size_t number, std::size_t part, std::size_t row,
                          const ResultRow& first) {
  const auto& parts = rank.results.parts;
  const bool there = part < parts.size() && row < parts[part].rows.size();
  const bool same = there && std::ranges::all_of(named_by, [&](std::string_view id) {
                      return id == column::threads.id || parts[part].rows[row].text(id) == first.text(id);
                    });
  if (!same) {
    throw BadInput(fmt::format("rank {} on {} did not measure the same as rank 0: {} {}", number, rank.host,
                               first.text(column::scene), first.text(column::variant)));
  }
  return parts[part].rows[row];
}

/// The larger of those that are known.
void keep_larger(std::optional<double>& most, const std::optional<double>& share) {
  if (share) most = std::max(most.value_or(0), *share);
}

/// Of the ranks from whose processors, and from whose GPU, other programs took the most. The processors' share only
/// where their time counts, so that what is there decides whether it marks the row.
void add_others_of_ranks(Data to, const std::vector<const ResultRow*>& rows) {
  TakenByOthers most;
  bool on_gpu = false;
  for (const ResultRow* row : rows) {
    const TakenByOthers taken = taken_in(*row);
    if (taken.counts_cpu) keep_larger(most.cpu, taken.cpu);
    keep_larger(most.gpu, taken.gpu);
    on_gpu = on_gpu || row->find(column::others_gpu_share) != nullptr;
  }
  to.add(column::others_cpu_share, or_none(most.cpu));
  if (on_gpu) to.add(column::others_gpu_share, or_none(most.gpu));
  to.add(column::others_marked, std::ranges::any_of(rows, [](const ResultRow* row) { return is_marked(*row); }));
}

ResultRow over_ranks(const std::vector<RankResults>& ranks, std::size_t part, std::size_t row) {
  const Result& first_part = ranks.front().results.parts[part];
  const ResultRow& first = first_part.rows[row];
  std::vector<double> medians;
  std::vector<const ResultRow*> rows;
  double rate = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const ResultRow& own = same_row(ranks[i], i, part, row, first);
    rows.push_back(&own);
    medians.push_back(own.number(column::median_ms));
    rate += own.number(column::operations_per_s);
  }
  const auto slowest = std::ranges::max_element(medians) - medians.begin();
  const Statistics all = statistics(medians);
  ResultRow out;
  Data to(out.data);
  to.add(rank_columns::suite, fact(first_part, column::title));
  for (const std::string_view id : named_by) out.data.push_back(first.at(id));
  to.add(rank_columns::ranks, static_cast<std::int64_t>(ranks.size()));
  to.add(rank_columns::ranks_min_ms, all.minimum);
  to.add(rank_columns::ranks_median_ms, all.median);
  to.add(rank_columns::ranks_max_ms, all.maximum);
  to.add(rank_columns::slowest_rank, static_cast<std::int64_t>(slowest));
  add_others_of_ranks(to, rows);
  to.add(column::operation_unit, first.text(column::operation_unit));
  to.add({column::operations_per_s.id, "together", first.text(column::operation_unit) + "/s", Hint::rate,
          "The sum of the rates of all ranks"},
         rate);
  return out;
}

}  // namespace

std::vector<ResultRow> rows_over_ranks(const std::vector<RankResults>& ranks) {
  std::vector<ResultRow> out;
  const auto& parts = ranks.front().results.parts;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::size_t row = 0; row < parts[part].rows.size(); ++row) out.push_back(over_ranks(ranks, part, row));
  }
  return out;
}

Document report_over_ranks(const std::vector<RankResults>& ranks) {
  Document out;
  out.emplace_back(
      Paragraph{fmt::format("heteroscope {} bench over {}, {}", fact_of(ranks.front(), column::machine::version),
                            plural(ranks.size(), "rank"), fact_of(ranks.front(), column::machine::date_utc))});
  List machines;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const std::string gpu = fact_of(ranks[i], column::machine::gpu);
    machines.items.push_back(
        fmt::format("rank {}: {}, {}, {}, {}", i, ranks[i].host, fact_of(ranks[i], column::machine::cpu),
                    plural(fact_of(ranks[i], column::machine::cpu_threads), "thread"), gpu.empty() ? "no gpu" : gpu));
  }
  out.emplace_back(std::move(machines));
  out.emplace_back(
      Paragraph{"All ranks begin each row together. min, median and max are those of the ranks' medians; "
                "together is the sum of their rates:"});
  TextTable table({{"suite"},
                   {"scene"},
                   {"variant"},
                   {"precision"},
                   {"threads", true},
                   {"min", true},
                   {"median", true},
                   {"max", true},
                   {"slowest", true},
                   {"others", true},
                   {"together", true}});
  const std::vector<ResultRow> rows = rows_over_ranks(ranks);
  for (const ResultRow& each : rows) {
    table.add({each.text(rank_columns::suite), each.text(column::scene), each.text(column::variant),
               each.text(column::precision), each.text(column::threads), shown(each.at(rank_columns::ranks_min_ms)),
               shown(each.at(rank_columns::ranks_median_ms)), shown(each.at(rank_columns::ranks_max_ms)),
               fmt::format("rank {}", each.text(rank_columns::slowest_rank)), others_cell(each) + star(each),
               shown(each.at(column::operations_per_s))});
  }
  out.emplace_back(std::move(table));
  Result all;
  for (const RankResults& rank : ranks) {
    for (const Result& part : rank.results.parts) std::ranges::copy(part.rows, std::back_inserter(all.rows));
  }
  std::vector<const ResultRow*> of_ranks;
  for (const ResultRow& each : all.rows) of_ranks.push_back(&each);
  const auto marked = static_cast<std::size_t>(std::ranges::count_if(rows, is_marked));
  if (const std::string note = marked_note(marked, rows.size(), others_text(of_ranks)); !note.empty())
    out.emplace_back(Paragraph{note + " Ranks that share processors or a GPU count as other programs for each other."});
  std::ranges::move(unknown_others(all), std::back_inserter(out));
  return out;
}

std::string json_over_ranks(const std::vector<RankResults>& ranks) {
  using nlohmann::ordered_json;
  ordered_json machines = ordered_json::array();
  ordered_json results = ordered_json::array();
  for (const RankResults& each : ranks) {
    machines.push_back({{"host", each.host},
                        {"cpu", fact_of(each, column::machine::cpu)},
                        {"gpu", fact_of(each, column::machine::gpu)}});
    results.push_back(ordered_json::parse(results_json(each.results)));
  }
  ordered_json rows = ordered_json::array();
  for (const ResultRow& each : rows_over_ranks(ranks)) rows.push_back(json_of(each.data));
  const ordered_json out{{"heteroscope_bench_ranks", version},
                         {"ranks", std::move(machines)},
                         {"rows", std::move(rows)},
                         {"results", std::move(results)}};
  return written_json(out, 2) + "\n";
}

}  // namespace heteroscope
