#include "core/model/suite.hpp"

namespace heteroscope::binarize {

/// The suite of seed 000's ways to compute a sum ("Otros algoritmos"), and of faster ones.
extern const Suite mean_suite;
const Suite mean_suite{.id = "mean-methods",
                       .summary = "the sum for the mean: by cuBLAS, divide and conquer, atomics, and faster ways.",
                       .workload = "binarize",
                       .source = "noise",
                       .stage = "mean",
                       .values = {},
                       .variants = {},
                       .precisions = {Precision::fp64},
                       .blocks = {},
                       .scenes = squares({"1024", "2048", "4096", "8192", "10240"}),
                       .axis = side_axis,
                       .baseline = "cublas"};

/// The suite of seed 000's graphs 7 and 8.
extern const Suite threshold_suite;
const Suite threshold_suite{.id = "binarize-mappings",
                            .summary = "the threshold: with threads in one and in two dimensions, and with vectors.",
                            .workload = "binarize",
                            .source = "noise",
                            .stage = "threshold",
                            .values = {},
                            .variants = {},
                            .precisions = {Precision::fp64},
                            .blocks = {},
                            .scenes = squares({"1024", "2048", "4096", "8192", "10240"}),
                            .axis = side_axis,
                            .baseline = "cuda_1d"};

/// The suite of weak scaling, for work that hardly needs arithmetic: each thread reads and writes equally many values,
/// more than its own caches hold.
extern const Suite weak_suite;
const Suite weak_suite{
    .id = "weak-binarize",
    .summary = "weak scaling of memory traffic: equally many rows for each thread (Gustafson's law).",
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
