#include "core/model/suite.hpp"

namespace heteroscope::transpose {

namespace {

constexpr BlockShape small{16, 16};
constexpr BlockShape large{32, 32};

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
    .counted = true};

/// The suite of seed 001's conjecture that the larger the image is, the more is gained by using shared memory well.
extern const Suite sizes_suite;
const Suite sizes_suite{.id = "transpose-sizes",
                        .summary = "transpose over 512² to 16384²: does a larger image gain more by a column more?",
                        .workload = "transpose",
                        .source = "noise",
                        .values = {},
                        .variants = {"cuda_global", "cuda_shared", "cuda_shared_padded"},
                        .precisions = {Precision::fp32},
                        .blocks = {small, large},
                        .scenes = squares({"512", "1024", "2048", "4096", "8192", "16384"}),
                        .axis = side_axis,
                        .baseline = "cuda_global"};

}  // namespace heteroscope::transpose
