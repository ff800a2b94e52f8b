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
    .summary =
        "transpose with global and with shared memory, with and without an extra column (padding), by "
        "block.",
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
                        .summary = "transpose of 512² to 16384²: does padding help more for a larger image?",
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
