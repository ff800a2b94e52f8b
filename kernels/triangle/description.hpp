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
  visit(&P::n, Parameter{.id = "n",
                         .label = "Side",
                         .unit = "cells",
                         .kind = ParameterKind::integer,
                         .minimum = 1,
                         .maximum = 131072,
                         .initial = 1024,
                         .logarithmic = true,
                         .help = "The matrix has n rows and columns; n (n + 1) / 2 cells are on or below its "
                                 "diagonal."});
  visit(&P::cost,
        Parameter{.id = "cost",
                  .label = "Cell",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = 3,
                  .initial = 1,
                  .help = "constant: writes 1; distance: between the points of its row and its column; collision: 1 "
                          "where their disks touch; heavy: the distance, and then as much arithmetic as is wanted.",
                  .choices = cost_ids});
  visit(&P::work, Parameter{.id = "work",
                            .label = "Work",
                            .unit = "fma a cell",
                            .kind = ParameterKind::integer,
                            .minimum = 0,
                            .maximum = 4096,
                            .initial = 64,
                            .help = "Multiply-adds of a heavy cell, one after the other."});
  visit(&P::radius,
        Parameter{.id = "radius",
                  .label = "Radius",
                  .minimum = 0,
                  .maximum = 0.25,
                  .initial = 0.01,
                  .help = "Of every disk; the box that they move in has side 1, and its walls reflect them."});
  visit(&P::time, Parameter{.id = "time",
                            .label = "Time",
                            .unit = "s",
                            .minimum = 0,
                            .maximum = 1e6,
                            .initial = 0,
                            .help = "The points move in straight lines and are reflected by the box's walls."});
  visit(&P::seed, Parameter{.id = "seed",
                            .label = "Seed",
                            .kind = ParameterKind::integer,
                            .minimum = 0,
                            .maximum = 1000000,
                            .initial = 1,
                            .help = "Another one gives other points."});
  visit(&P::cutoff, Parameter{.id = "cutoff",
                              .label = "Cut-off",
                              .unit = "cells",
                              .kind = ParameterKind::integer,
                              .minimum = 1,
                              .maximum = 131072,
                              .initial = 256,
                              .logarithmic = true,
                              .help = "Of recursive variants: triangles of that side and smaller ones are covered by "
                                      "a bounding box."});
  visit(&P::max_depth, Parameter{.id = "max_depth",
                                 .label = "Maximum depth",
                                 .kind = ParameterKind::integer,
                                 .minimum = 0,
                                 .maximum = most_depth,
                                 .initial = 6,
                                 .help = "Of recursive variants: how often a triangle is halved."});
  visit(&P::alpha, Parameter{.id = "alpha",
                             .label = "Depth over log₂ n",
                             .minimum = 0,
                             .maximum = 1,
                             .initial = 0,
                             .help = "Of recursive variants: the depth is alpha times the logarithm of n to base 2, "
                                     "rounded down, at most 12 (seed 004, equation 5.7). 0: the maximum depth says "
                                     "it."});
  visit(&P::siblings, Parameter{.id = "siblings",
                                .label = "Siblings",
                                .kind = ParameterKind::choice,
                                .minimum = 0,
                                .maximum = 1,
                                .initial = 0,
                                .help = "Of recursive variants: whether the two halves of a triangle are covered at "
                                        "the same time, or the second when the first is done, with all in it.",
                                .choices = sibling_ids});
}

}  // namespace heteroscope::triangle
