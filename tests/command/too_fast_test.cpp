// What a ranking says of variants that are faster than the machine's ceilings allow.
#include <gtest/gtest.h>

#include <string>

#include "app/analysis/tables/row_table.hpp"
#include "app/text/document.hpp"
#include "tests/command/made_up_rows.hpp"

namespace heteroscope {
namespace {

std::string table_with(bool ranked) {
  Bench bench = made_up::bench_of({{.workload = "mandelbrot", .scene = "full", .variant = "honest.cpp"},
                                   {.workload = "mandelbrot", .scene = "full", .variant = "wonder.cpp"}});
  bench.ranked = ranked;
  bench.rows[0].shares.fma = 1.05;
  bench.rows[1].shares.fma = 1.3;
  return markdown(row_table(made_up::result_of(bench)));
}

TEST(TooFast, IsNamedInARanking) {
  const std::string ranking = table_with(true);
  EXPECT_NE(ranking.find("More than this machine can do by its measured ceilings: wonder.cpp."), ranking.npos)
      << ranking;
}

TEST(TooFast, IsNotNamedWhereVariantsMaySkipWork) {
  const std::string table = table_with(false);
  EXPECT_EQ(table.find("More than this machine can do"), table.npos) << table;
}

}  // namespace
}  // namespace heteroscope
