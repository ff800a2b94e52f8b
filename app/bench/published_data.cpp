#include "app/bench/row_data.hpp"

#include <fmt/format.h>

#include "app/results/row_columns.hpp"

namespace heteroscope {

namespace {

/// These columns are read by people alone: whoever compares with published figures takes them from the suite.
namespace published_columns {
constexpr Column title{"title", "published", "The source of the figures"};
constexpr Column table_number{"table", "table", "The number of the table in the source"};
constexpr Column measured_on{"machine", "machine", "The machine that measured it"};
constexpr Column scene{"scene", "scene", "The scene of the suite"};
constexpr Column variant{"variant", "variant", "The variant, or what corresponds to it"};
}  // namespace published_columns

DatumValue side(int threads) {
  return threads > 0 ? DatumValue(std::int64_t{threads}) : DatumValue();
}

void add_block(const Data& to, BlockShape block) {
  to.add(column::block_x, side(block.x));
  to.add(column::block_y, side(block.y));
}

void add_peak(const Data& to, const PublishedPeak& peak) {
  to.add({"machine", "machine", "The machine that has this peak in fp64"}, with_titles(peak.machine));
  to.add({"sockets", "sockets", "The number of its processors"}, std::int64_t{peak.sockets});
  to.add({"cores", "cores", "The cores of each processor"}, std::int64_t{peak.cores});
  to.add({"clock_ghz", "clock", "The clock in GHz"}, peak.ghz);
  to.add({"flop_per_cycle", "flop per cycle", "The flop per cycle of one core"}, peak.flop_per_cycle);
  to.add({"gflop_per_s", "peak", "The published peak in GFlop/s"}, peak.gflop_per_s);
}

/// Times are by the suite's own blocks.
void add_table(const Data& to, const PublishedTable& table, const Suite& suite) {
  to.add(published_columns::table_number, table.id);
  to.add(published_columns::measured_on, with_titles(table.machine));
  to.add(published_columns::variant, table.variant);
  std::size_t at = 0;
  for (const PublishedTable::Row& row : table.rows) {
    for (std::size_t i = 0; i < row.ms.size(); ++i) {
      const Data time = to.of(fmt::format("rows/{}", at++));
      time.add(published_columns::scene, row.scene);
      add_block(time, suite.blocks[i]);
      time.add({"time_ms", "time", "ms", Hint::time, "The published value"}, row.ms[i]);
    }
  }
  const Data saved = to.of("saved_by_block_percent");
  for (std::size_t i = 0; i < table.saved_percent.size(); ++i) {
    saved.add({std::to_string(i), "saved", "%", Hint::plain,
               "How much less time a block needs than the one before, as printed"},
              table.saved_percent[i]);
  }
  to.add({"note", "note", "What is wrong with the table"}, or_none(table.note));
}

void add_figure(const Data& to, const PublishedFigure& figure) {
  to.add(published_columns::table_number, figure.table);
  to.add(published_columns::measured_on, with_titles(figure.machine));
  to.add(published_columns::scene, figure.scene);
  to.add(published_columns::variant, figure.variant);
  add_block(to, figure.block);
  to.add({"memory", "memory", "The memory that held the result"}, or_none(figure.memory));
  to.add({"figure", "figure", "The id of the value that a row has for comparison"}, figure.id);
  to.add({"value", "value", "The published value"}, figure.value);
}

}  // namespace

void add_published(const Data& to, const Suite& suite, const Published& from) {
  const Data published = to.of("published");
  published.add(published_columns::title, from.title);
  for (std::size_t i = 0; i < from.peaks.size(); ++i) add_peak(published.of(fmt::format("peaks/{}", i)), from.peaks[i]);
  for (std::size_t i = 0; i < from.tables.size(); ++i)
    add_table(published.of(fmt::format("tables/{}", i)), from.tables[i], suite);
  for (std::size_t i = 0; i < from.figures.size(); ++i)
    add_figure(published.of(fmt::format("figures/{}", i)), from.figures[i]);
  const Data notes = published.of("notes");
  for (std::size_t i = 0; i < from.notes.size(); ++i)
    notes.add({std::to_string(i), "note", "What a reader must know"}, from.notes[i]);
}

}  // namespace heteroscope
