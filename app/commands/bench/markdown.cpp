#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/commands/bench/cross.hpp"
#include "app/commands/bench/lanes.hpp"
#include "app/commands/bench/notes.hpp"
#include "app/commands/bench/report.hpp"
#include "app/commands/bench/svg.hpp"
#include "app/commands/bench/text.hpp"
#include "app/commands/machine.hpp"
#include "app/commands/table.hpp"
#include "core/model/source.hpp"

namespace heteroscope {

namespace {

/// Work without arithmetic of its own is measured by the bytes that it moves.
bool memory_bound(const Bench& bench) {
  return std::all_of(bench.rows.begin(), bench.rows.end(),
                     [](const BenchRow& row) { return row.work.fma_per_operation == 0; });
}

std::vector<std::string_view> model_labels(const Bench& bench) {
  std::vector<std::string_view> out;
  for (const BenchRow& row : bench.rows) {
    for (const ModelFigure& each : row.model) {
      if (std::find(out.begin(), out.end(), each.label) == out.end()) out.push_back(each.label);
    }
  }
  return out;
}

std::string model_text(const BenchRow& row, std::string_view label) {
  for (const ModelFigure& each : row.model) {
    if (each.label == label) return each.value ? fmt::format("{:.4g} {}", *each.value, each.unit) : "–";
  }
  return {};
}

bool any_row(const Bench& bench, bool (*holds)(const BenchRow&)) {
  return std::any_of(bench.rows.begin(), bench.rows.end(), holds);
}

bool only_writes(const BenchRow& row) {
  return row.work.only_writes;
}

bool takes_steps(const BenchRow& row) {
  return row.steps > 0;
}

/// Which columns about bytes the rows need.
struct ByteColumns {
  bool bound = false;    ///< by them, not by arithmetic
  bool written = false;  ///< that is all that is counted
  bool of_copy = false;
  bool of_fill = false;
  explicit ByteColumns(const Bench& bench)
      : bound(memory_bound(bench)),
        written((!bound && !any_row(bench, takes_steps)) ||
                std::all_of(bench.rows.begin(), bench.rows.end(), only_writes)),
        of_copy(bound && !written),
        of_fill(any_row(bench, only_writes)) {}
};

std::vector<TextTable::Column> columns_of(const Bench& bench, const std::string& unit) {
  std::vector<TextTable::Column> out{{"scene"},         {"size"},  {"precision"}, {"variant"},
                                     {"threads", true}, {"block"}, {"memory"}};
  if (any_row(bench, takes_steps))
    out.insert(out.end(), {TextTable::Column{"steps", true}, TextTable::Column{"a step", true}});
  out.insert(out.end(),
             {TextTable::Column{"median", true}, TextTable::Column{"min", true}, TextTable::Column{"max", true},
              TextTable::Column{"spread", true}, TextTable::Column{unit + "/s", true}});
  const ByteColumns bytes(bench);
  if (!bytes.bound) out.push_back({"of fma ceiling", true});
  out.push_back({bytes.written ? "written" : "moved", true});
  if (bytes.of_copy) out.push_back({"of copy", true});
  if (bytes.of_fill) out.push_back({"of fill", true});
  if (bytes.of_copy || bytes.of_fill) out.push_back({"set", true});
  out.push_back({"speed-up", true});
  for (const std::string_view each : model_labels(bench)) out.push_back({fmt::format("{} (modeled)", each), true});
  return out;
}

std::string note(const Bench& bench, const std::string& unit) {
  if (!memory_bound(bench)) {
    return fmt::format(
        "{}/s counts what the plain loop does: a variant that skips some of it can have a share above 100 %.", unit);
  }
  if (ByteColumns(bench).written) return "written counts each result once.";
  if (any_row(bench, takes_steps)) {
    return "moved counts what each step must read and write at least if it is made by itself: a variant that makes "
           "several at once can have a share above 100 %.";
  }
  return "moved counts what must be read and written at least: each input and each result once.";
}

/// What the workload says about the rows' settings, each once.
std::string advices(const Bench& bench) {
  std::vector<std::string_view> said;
  std::string out;
  for (const BenchRow& row : bench.rows) {
    if (row.advice.empty() || std::find(said.begin(), said.end(), row.advice) != said.end()) continue;
    said.push_back(row.advice);
    out += '\n' + row.advice + '\n';
  }
  return out;
}

/// The rates once more, by block shape, if there are several: a line a shape, a column a scene, variant and precision.
std::string by_block(const Bench& bench, const std::string& unit) {
  if (!compares_blocks(bench)) return {};
  std::vector<std::string> shapes;
  std::vector<std::string> titles;
  const auto title_of = [](const BenchRow& row) {
    return fmt::format("{} {} {}", row.what.scene, row.what.variant, id_of(row.what.settings.problem.precision));
  };
  const auto place = [](std::vector<std::string>& known, const std::string& word) {
    const auto found = std::find(known.begin(), known.end(), word);
    const auto at = static_cast<std::size_t>(found - known.begin());
    if (found == known.end()) known.push_back(word);
    return at;
  };
  std::map<std::pair<std::size_t, std::size_t>, std::string> rates;
  for (const BenchRow& row : bench.rows) {
    const std::string shape = block_text(row.block);
    if (shape.empty()) continue;
    const std::size_t line = place(shapes, shape);
    rates[{line, place(titles, title_of(row))}] = with_prefix(row.operations_per_s);
  }
  std::vector<TextTable::Column> columns{{"block"}};
  for (const std::string& each : titles) columns.push_back({each, true});
  TextTable table(columns);
  for (std::size_t line = 0; line < shapes.size(); ++line) {
    std::vector<std::string> cells{shapes[line]};
    for (std::size_t i = 0; i < titles.size(); ++i) cells.push_back(rates[{line, i}]);
    table.add(std::move(cells));
  }
  return fmt::format("\n{}/s by block:\n\n{}", unit, table.markdown());
}

std::string machine_heading(const Bench& bench) {
  const Machine m = this_machine(device::facts());
  return fmt::format(
      "heteroscope {} bench {}, {}\n\n- cpu: {}, {} threads, vectors {}\n- gpu: {}\n\n", m.version, bench.title,
      m.date_utc, m.cpu, m.cpu_threads, m.cpu_vector_target,
      m.gpu.empty() ? "none (" + m.gpu_why_not + ")" : fmt::format("{}, driver for CUDA {}", m.gpu, m.cuda_driver));
}

/// A line for each row, and what is to be known about their columns.
std::string row_table(const Bench& bench) {
  const std::string unit = bench.rows.empty() ? "operations" : std::string(bench.rows.front().work.unit);
  const ByteColumns bytes(bench);
  const bool steps = any_row(bench, takes_steps);
  TextTable table(columns_of(bench, unit));
  for (const BenchRow& row : bench.rows) {
    const Settings& s = row.what.settings;
    std::vector<std::string> cells{
        row.what.scene,
        fmt::format("{}x{}", row.size.width, row.size.height),
        std::string(id_of(s.problem.precision)),
        row.what.variant,
        row.threads > 0 ? std::to_string(row.threads) : "",
        row.mapping.empty() ? block_text(row.block) : fmt::format("{} {}", block_text(row.block), row.mapping),
        memory_text(row)};
    if (steps && row.steps == 0) {
      cells.insert(cells.end(), 2, "");
    } else if (steps) {
      cells.push_back(fmt::format("{}{}", row.steps, row.settled == false ? " (not settled)" : ""));
      cells.push_back(milliseconds(row.step_ms().value_or(0)));
    }
    for (const double ms : {row.ms.median, row.ms.minimum, row.ms.maximum}) cells.push_back(milliseconds(ms));
    cells.push_back(fmt::format("{:.1f} %", 100 * row.ms.spread));
    cells.push_back(with_prefix(row.operations_per_s) +
                    (row.work.unit == unit ? "" : fmt::format(" {}/s", row.work.unit)));
    if (!bytes.bound) cells.push_back(percent(row.shares.fma));
    cells.push_back(with_prefix(row.bytes_per_s) + "B/s");
    if (bytes.of_copy) cells.push_back(percent(row.shares.copy));
    if (bytes.of_fill) cells.push_back(percent(row.shares.fill));
    if (bytes.of_copy || bytes.of_fill) cells.push_back(set_text(row));
    cells.push_back(times(row.speedup));
    for (const std::string_view each : model_labels(bench)) cells.push_back(model_text(row, each));
    table.add(std::move(cells));
  }
  std::string out = table.markdown();
  out += '\n' + note(bench, unit) + '\n';
  if (bytes.of_copy || bytes.of_fill) out += '\n' + share_note(bench) + '\n';
  if (any_row(bench, [](const BenchRow& row) { return row.settled.has_value(); }))
    out += "\nmedian is the time to tolerance, from the start.\n";
  return out + witness_notes(bench) + decay_notes(bench) + advices(bench) + by_block(bench, unit);
}

}  // namespace

std::string bench_markdown(const Bench& bench) {
  std::string out = machine_heading(bench);
  if (any_row(bench, [](const BenchRow& row) { return row.reads_source; })) {
    out += fmt::format("Source: {}\n\n", source_text(bench.rows.front().what.settings.problem.source));
  }
  out += "Ceilings, measured in this run:\n\n" + ceilings_table(bench.ceilings) + '\n';
  out += bench.suite != nullptr && !bench.suite->axis.empty() ? cross_tables(bench) : row_table(bench);
  out += lanes_tables(bench);
  if (!bench.skips.empty()) out += '\n';
  for (const auto& [reason, count] : bench.skips) out += fmt::format("skipped {}: {}\n", count, reason);
  return out;
}

}  // namespace heteroscope
