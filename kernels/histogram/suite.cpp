#include "core/model/suite.hpp"
#include "kernels/histogram/parameters.hpp"

namespace heteroscope::histogram {

namespace {

constexpr std::string_view first = "cuda_global_atomic";
constexpr std::string_view second = "cuda_shared";

/// Adds a table of both programs' times by size, in ms.
void add(Published& to, std::string_view table, std::string_view id,
         const std::vector<std::pair<double, double>>& of_both) {
  constexpr std::array<std::string_view, 6> sizes{"1000", "10000", "1000000", "2000000", "4000000", "8000000"};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto figure = [&](std::string_view variant, double ms) {
      to.figures.push_back(
          {.table = table, .machine = "seed 002", .scene = sizes[i], .variant = variant, .value = ms, .id = id});
    };
    figure(first, of_both[i].first);
    figure(second, of_both[i].second);
  }
}

Published make_published() {
  Published out;
  out.title = "seed 002, tables 3.1 to 3.3";
  out.notes = {
      "Its card is not said there, and no unit: milliseconds are assumed, which is what CUDA's events give. Means, "
      "longest and shortest of 10000 runs each; where its conclusions are judged by them, the means are compared.",
      "It concludes that the first program's time grows exponentially; its own times grow in proportion to the size: "
      "0.227, 0.458, 0.922 and 1.867 ms for 1, 2, 4 and 8 million values."};
  add(out, "3.1", "mean_ms",
      {{0.00642909, 0.00644173},
       {0.00865969, 0.00644241},
       {0.227177, 0.0126207},
       {0.458186, 0.0201534},
       {0.922377, 0.0322431},
       {1.86746, 0.0543328}});
  add(out, "3.2", "max_ms",
      {{0.034912, 0.017408},
       {0.024576, 0.02048},
       {0.257024, 0.024576},
       {0.4864, 0.029664},
       {0.96768, 0.050176},
       {1.92614, 0.076736}});
  add(out, "3.3", "min_ms",
      {{0.00512, 0.00528},
       {0.007168, 0.005152},
       {0.22016, 0.011264},
       {0.441344, 0.019424},
       {0.892928, 0.03072},
       {1.77869, 0.052224}});
  return out;
}

const Published published = make_published();

RowPattern row(std::string_view variant, std::string_view scene = {}) {
  return {.variant = variant, .scene = scene, .memory = {}};
}

}  // namespace

/// The suite of seed 002's tables 3.1 to 3.3, with the seed's two programs and others.
extern const Suite runs_suite;
const Suite runs_suite{.id = "histogram-runs",
                       .summary = "8 bins of 1000 to 8,000,000 whole numbers, beside seed 002's two programs.",
                       .workload = "histogram",
                       .source = "integers",
                       .values = {{"bins", 8}, {"binning", static_cast<double>(Binning::modulo)}},
                       .variants = {},
                       .precisions = {Precision::int32},
                       .blocks = {},
                       .scenes = {{.id = "1000", .size = {1000, 1}},
                                  {.id = "10000", .size = {100, 100}},
                                  {.id = "1000000", .size = {1000, 1000}},
                                  {.id = "2000000", .size = {2000, 1000}},
                                  {.id = "4000000", .size = {2000, 2000}},
                                  {.id = "8000000", .size = {4000, 2000}}},
                       .axis = values_axis,
                       .baseline = first,
                       .published = &published,
                       .claims = {{"the second program is faster", "seed 002, section 4", row(second), row(first)},
                                  {"at 1000 values there is no difference", "seed 002, table 3.1", row(second, "1000"),
                                   row(first, "1000"), 1.05, Bound::alike},
                                  {.text = "the first program's time grows exponentially",
                                   .where = "seed 002, section 4",
                                   .fast = row(first),
                                   .of = ClaimOf::exponential},
                                  {.text = "the second program's time grows along a straight line",
                                   .where = "seed 002, section 4",
                                   .fast = row(second),
                                   .factor = 0.99,
                                   .of = ClaimOf::straight_line}}};

}  // namespace heteroscope::histogram
