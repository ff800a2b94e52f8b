#include "core/model/suite.hpp"

namespace heteroscope::blur {

namespace {

constexpr std::string_view where = "seed 001, section 2.2";

void add(Published& to, std::string_view variant, double us_of_2, double us_of_5) {
  const auto figure = [&](std::string_view scene, double us) {
    to.figures.push_back(
        {.table = "2.2", .machine = "Tesla P100", .scene = scene, .variant = variant, .value = us / 1000});
  };
  figure("radius 2", us_of_2);
  figure("radius 5", us_of_5);
}

Published make_published() {
  Published out;
  out.title = "seed 001's table of blurs";
  out.notes = {"The image's size is not said there: times compare with each other alone."};
  add(out, "cuda_global", 153.09, 606.6);
  add(out, "cuda_shared", 106.85, 335.74);
  add(out, "cuda_shared_restrict", 106.24, 329.44);
  add(out, "cuda_shared_constant", 108.10, 227.13);
  return out;
}

const Published published = make_published();

RowPattern row(std::string_view variant, std::string_view scene) {
  return {.variant = variant, .scene = scene, .memory = {}};
}

}  // namespace

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
    .scenes = {{.id = "radius 2", .values = {{"radius", 2}}}, {.id = "radius 5", .values = {{"radius", 5}}}},
    .published = &published,
    .claims = {{"shared memory gains 43 % at radius 2", where, row("cuda_shared", "radius 2"),
                row("cuda_global", "radius 2"), 1.43},
               {"shared memory gains 81 % at radius 5", where, row("cuda_shared", "radius 5"),
                row("cuda_global", "radius 5"), 1.8},
               {"const __restrict__ hardly matters at radius 5", where, row("cuda_shared_restrict", "radius 5"),
                row("cuda_shared", "radius 5"), 1.05, Bound::alike},
               {"const __restrict__ matters even less at radius 2", where, row("cuda_shared_restrict", "radius 2"),
                row("cuda_shared", "radius 2"), 1.05, Bound::alike},
               {"constant memory loses at radius 2", where, row("cuda_shared", "radius 2"),
                row("cuda_shared_constant", "radius 2")},
               {"constant memory gains 48 % at radius 5", where, row("cuda_shared_constant", "radius 5"),
                row("cuda_shared", "radius 5"), 1.47},
               {.text = "the larger the mask the more they differ: from global to constant memory",
                .where = where,
                .fast = row("cuda_shared_constant", {}),
                .slow = row("cuda_global", {}),
                .of = ClaimOf::widening}}};

}  // namespace heteroscope::blur
