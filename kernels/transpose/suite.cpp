#include <string>
#include <tuple>

#include "core/model/suite.hpp"

namespace heteroscope::transpose {

namespace {

constexpr BlockShape small{16, 16};
constexpr BlockShape large{32, 32};
constexpr std::string_view where = "seed 001, section 2.1";
constexpr std::string_view conclusion = "seed 001, section 2.1.2";

/// Adds a line of the seed's table; an efficiency of 0 says that the table has none.
void add(Published& to, std::string_view variant, BlockShape block, double us, double load, double store,
         double shared) {
  const auto figure = [&](std::string_view id, double value) {
    to.figures.push_back({.table = "2.1",
                          .machine = "Tesla P100",
                          .scene = "transpose-tiles",
                          .variant = variant,
                          .value = value,
                          .id = id,
                          .block = block});
  };
  figure("median_ms", us / 1000);
  for (const auto& [modeled, counted, value] :
       {std::tuple{"modeled/global_load_efficiency", "counted/global_load_efficiency", load},
        {"modeled/global_store_efficiency", "counted/global_store_efficiency", store},
        {"modeled/shared_efficiency", "counted/shared_efficiency", shared}}) {
    if (!(value > 0)) continue;
    figure(modeled, value);
    figure(counted, value);
  }
}

Published make_published() {
  Published out;
  out.title = "seed 001's table of transposes";
  out.notes = {
      "Its efficiencies are nvprof's, of which newer cards have no counters; here they are modeled from the addresses "
      "(docs/agreement.md, Modeled accesses), and stand a second time with counted sectors and passes where the "
      "card's counters can be read. The image's size is not said there: times compare with each other "
      "alone.",
      "Its 22.5 % is 22.2 % by the model: whole passes cannot give the other."};
  add(out, "cuda_global", large, 109.28, 100, 12.5, 0);
  add(out, "cuda_shared", small, 29.312, 100, 100, 22.5);
  add(out, "cuda_shared", large, 43.007, 100, 100, 6.06);
  add(out, "cuda_shared_padded", small, 28.832, 100, 100, 50);
  add(out, "cuda_shared_padded", large, 32.159, 100, 100, 100);
  return out;
}

const Published published = make_published();

RowPattern row(std::string_view variant, BlockShape block) {
  return {.variant = variant, .scene = {}, .memory = {}, .block = block};
}

/// A claim about an efficiency, in percent.
Claim uses(std::string_view text, const RowPattern& of, std::string_view figure, double percent) {
  return {.text = text, .where = where, .fast = of, .factor = percent, .of = ClaimOf::figure, .figure = figure};
}

std::vector<SuiteScene> sides() {
  std::vector<SuiteScene> out;
  for (const std::string_view each : {"512", "1024", "2048", "4096", "8192", "16384"}) {
    const int side = std::stoi(std::string(each));
    out.push_back({.id = each, .size = {side, side}});
  }
  return out;
}

}  // namespace

/// The suite of seed 001's table of transposes: tiles by block shape.
extern const Suite tiles_suite;
const Suite tiles_suite{
    .id = "transpose-tiles",
    .summary = "transpose from global and from shared memory, with and without a column more, by block.",
    .workload = "transpose",
    .source = "noise",
    .values = {},
    .variants = {"cuda_global", "cuda_shared", "cuda_shared_padded"},
    .precisions = {Precision::fp32},
    .blocks = {small, large},
    .scenes = {},
    .counted = true,
    .published = &published,
    .claims = {
        {"shared memory is more than twice as fast as global", where, row("cuda_shared", large),
         row("cuda_global", large), 2},
        {"blocks of 16x16 are faster than 32x32", where, row("cuda_shared", small), row("cuda_shared", large)},
        {"a column more helps blocks of 32x32", where, row("cuda_shared_padded", large), row("cuda_shared", large)},
        {"bank conflicts hardly matter in blocks of 16x16", where, row("cuda_shared_padded", small),
         row("cuda_shared", small), 1.05, Bound::alike},
        uses("all versions use 100 % of what they load", {}, "modeled/global_load_efficiency", 100),
        uses("without shared memory 12.5 % of what is stored is of use", row("cuda_global", large),
             "modeled/global_store_efficiency", 12.5),
        uses("a column more ends bank conflicts in blocks of 32x32: 100 %", row("cuda_shared_padded", large),
             "modeled/shared_efficiency", 100),
        uses("in blocks of 16x16 half of them stay: 50 %", row("cuda_shared_padded", small),
             "modeled/shared_efficiency", 50)}};

/// The suite of seed 001's conjecture that the larger the image is, the more is gained by using shared memory well.
extern const Suite sizes_suite;
const Suite sizes_suite{
    .id = "transpose-sizes",
    .summary = "transpose over 512² to 16384²: does a larger image gain more by a column more?",
    .workload = "transpose",
    .source = "noise",
    .values = {},
    .variants = {"cuda_global", "cuda_shared", "cuda_shared_padded"},
    .precisions = {Precision::fp32},
    .blocks = {small, large},
    .scenes = sides(),
    .axis = side_axis,
    .baseline = "cuda_global",
    .claims = {{.text = "the larger the image the more a column more gains in blocks of 32x32 (its conjecture)",
                .where = conclusion,
                .fast = row("cuda_shared_padded", large),
                .slow = row("cuda_shared", large),
                .of = ClaimOf::widening},
               {.text = "the larger the image the more a column more gains in blocks of 16x16 (its conjecture)",
                .where = conclusion,
                .fast = row("cuda_shared_padded", small),
                .slow = row("cuda_shared", small),
                .of = ClaimOf::widening}}};

}  // namespace heteroscope::transpose
