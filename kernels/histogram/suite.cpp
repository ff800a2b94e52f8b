#include "core/model/suite.hpp"
#include "kernels/histogram/parameters.hpp"

namespace heteroscope::histogram {

/// The suite of seed 002's tables 3.1 to 3.3, with the seed's two programs and others.
extern const Suite runs_suite;
const Suite runs_suite{
    .id = "histogram-runs",
    .summary =
        "8 bins of 1000 to 8,000,000 whole numbers, compared with the two programs of \"Proyecto final Histograma "
        "realizado con CUDA\".",
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
    .baseline = "cuda_global_atomic"};

}  // namespace heteroscope::histogram
