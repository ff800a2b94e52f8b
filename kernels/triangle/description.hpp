#pragma once

#include <string_view>
#include <type_traits>

#include "core/model/parameter_description.hpp"
#include "kernels/triangle/parameters.hpp"

namespace heteroscope::triangle {

// The ids are in the order of the enums.
inline constexpr std::string_view cost_ids[] = {"constant", "distance", "collision", "heavy"};
inline constexpr std::string_view sibling_ids[] = {"together", "in_order"};

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&& visit) {
  using P = Parameters;
  visit(&P::n,
        Parameter{.id = "n",
                  .label = "Side",
                  .unit = "cells",
                  .kind = ParameterKind::integer,
                  .minimum = 1,
                  .maximum = 131072,
                  .initial = 1024,
                  .logarithmic = true,
                  .help = "The matrix has n rows and columns, so n (n + 1) / 2 cells on and below its diagonal."});
  visit(&P::cost,
        Parameter{.id = "cost",
                  .label = "Cell",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = 3,
                  .initial = 1,
                  .help =
                      "What a cell computes. constant: 1; distance: the distance between the points of its row and its "
                      "column; collision: 1 if the disks of these points touch; heavy: the distance, and then extra "
                      "arithmetic (work).",
                  .choices = cost_ids});
  visit(&P::work, Parameter{.id = "work",
                            .label = "Work",
                            .unit = "fma per cell",
                            .kind = ParameterKind::integer,
                            .minimum = 0,
                            .maximum = 4096,
                            .initial = 64,
                            .help = "Number of multiply-adds of a heavy cell, each after the other."});
  visit(
      &P::radius,
      Parameter{.id = "radius",
                .label = "Radius",
                .minimum = 0,
                .maximum = 0.25,
                .initial = 0.01,
                .help = "Radius of each disk. Disks move in a box with sides of length 1, whose walls reflect them."});
  visit(
      &P::time,
      Parameter{.id = "time",
                .label = "Time",
                .unit = "s",
                .minimum = 0,
                .maximum = 1e6,
                .initial = 0,
                .help = "Time at which the points are looked at; they move in straight lines, and the walls of the box "
                        "reflect them."});
  visit(&P::seed, Parameter{.id = "seed",
                            .label = "Seed",
                            .kind = ParameterKind::integer,
                            .minimum = 0,
                            .maximum = 1000000,
                            .initial = 1,
                            .help = "Another seed gives other points."});
  visit(
      &P::cutoff,
      Parameter{.id = "cutoff",
                .label = "Cut-off",
                .unit = "cells",
                .kind = ParameterKind::integer,
                .minimum = 1,
                .maximum = 131072,
                .initial = 256,
                .logarithmic = true,
                .help = "For recursive variants: triangles with this side or smaller are computed as a bounding box."});
  visit(&P::max_depth, Parameter{.id = "max_depth",
                                 .label = "Maximum depth",
                                 .kind = ParameterKind::integer,
                                 .minimum = 0,
                                 .maximum = most_depth,
                                 .initial = 6,
                                 .help = "For recursive variants: how often a triangle is halved."});
  visit(&P::alpha,
        Parameter{.id = "alpha",
                  .label = "Depth over log₂ n",
                  .minimum = 0,
                  .maximum = 1,
                  .initial = 0,
                  .help = "For recursive variants: the depth is alpha · log₂ n, rounded down, at most 12. 0: the "
                          "depth is max_depth."});
  visit(
      &P::siblings,
      Parameter{.id = "siblings",
                .label = "Siblings",
                .kind = ParameterKind::choice,
                .minimum = 0,
                .maximum = 1,
                .initial = 0,
                .help = "For recursive variants. together: the two halves of a triangle are computed at the same time; "
                        "in_order: the second half begins when the first one is complete.",
                .choices = sibling_ids});
}

}  // namespace heteroscope::triangle
