#include "core/model/suite.hpp"

namespace heteroscope::binarize {

namespace {

std::vector<SuiteScene> squares() {
  std::vector<SuiteScene> out;
  for (const std::string_view each : {"1024", "2048", "4096", "8192", "10240"}) {
    const int side = std::stoi(std::string(each));
    out.push_back({.id = each, .size = {side, side}});
  }
  return out;
}

RowPattern variant(std::string_view id) {
  return {.variant = id, .scene = {}, .memory = {}};
}

}  // namespace

/// The suite of seed 000's ways to compute a sum ("Otros algoritmos"), and of faster ones.
extern const Suite mean_suite;
const Suite mean_suite{.id = "mean-methods",
                       .summary = "the mean's sum by cuBLAS, divide and conquer, atomics, and what beats them.",
                       .workload = "binarize",
                       .source = "noise",
                       .stage = "mean",
                       .values = {},
                       .variants = {},
                       .precisions = {Precision::fp64},
                       .blocks = {},
                       .scenes = squares(),
                       .axis = side_axis,
                       .baseline = "cublas",
                       .claims = {{"atomic additions are slow: slower than divide and conquer", "seed 000, \"Atomic\"",
                                   variant("cuda_divide_conquer"), variant("cuda_atomic")},
                                  {"atomic additions are slow: slower than cuBLAS", "seed 000, \"Atomic\"",
                                   variant("cublas"), variant("cuda_atomic")}}};

/// The suite of seed 000's graphs 7 and 8.
extern const Suite threshold_suite;
const Suite threshold_suite{.id = "binarize-mappings",
                            .summary = "the threshold's pass by threads in one and in two dimensions, and by vectors.",
                            .workload = "binarize",
                            .source = "noise",
                            .stage = "threshold",
                            .values = {},
                            .variants = {},
                            .precisions = {Precision::fp64},
                            .blocks = {},
                            .scenes = squares(),
                            .axis = side_axis,
                            .baseline = "cuda_1d",
                            .claims = {{"1-D and 2-D hardly differ", "seed 000, \"Binarizado 2D\"", variant("cuda_2d"),
                                        variant("cuda_1d"), 1.05, Bound::alike}}};

/// The suite of weak scaling, for work that hardly needs arithmetic: each thread reads and writes equally many values,
/// more than its own caches hold.
extern const Suite weak_suite;
const Suite weak_suite{.id = "weak-binarize",
                       .summary = "weak scaling of moving bytes: as many rows for each thread, by Gustafson's law.",
                       .workload = "binarize",
                       .source = "noise",
                       .stage = "threshold",
                       .values = {},
                       .variants = {"omp", "simd"},
                       .precisions = {Precision::fp32},
                       .blocks = {},
                       .threads = SuiteThreads::growing,
                       .scenes = {{.id = "stream", .size = {2048, 512}}}};

}  // namespace heteroscope::binarize
