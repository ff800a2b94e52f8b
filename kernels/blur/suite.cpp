#include "core/model/suite.hpp"

namespace heteroscope::blur {

/// The suite of seed 001's table of blurs: in which memory image and mask are.
extern const Suite masks_suite;
const Suite masks_suite{
    .id = "blur-masks",
    .summary = "blur with image and mask in global, shared and constant memory, radius 2 and 5.",
    .workload = "blur",
    .source = "noise",
    .values = {},
    .variants = {"cuda_global", "cuda_shared", "cuda_shared_restrict", "cuda_shared_constant", "cuda_separable",
                 "cuda_fused"},
    .precisions = {Precision::fp32},
    .blocks = {},
    .block = {32, 32},  // as in the seed
    .scenes = {{.id = "radius 2", .values = {{"radius", 2}}}, {.id = "radius 5", .values = {{"radius", 5}}}}};

}  // namespace heteroscope::blur
