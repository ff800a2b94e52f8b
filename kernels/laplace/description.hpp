#pragma once

#include <iterator>
#include <string_view>
#include <type_traits>

#include "core/model/parameter_description.hpp"
#include "core/types/basic_types.hpp"
#include "kernels/laplace/parameters.hpp"

namespace heteroscope::laplace {

inline constexpr std::string_view boundary_ids[] = {"sine", "step", "image_row"};  // in the order of the enum
inline constexpr std::string_view cycle_ids[] = {"v", "full"};                     // in the order of the enum
inline constexpr std::string_view method_ids[] = {
#define HETEROSCOPE_METHOD(name) #name,
#include "kernels/laplace/methods.inc"
#undef HETEROSCOPE_METHOD
};

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&& visit) {
  using P = Parameters;
  visit(&P::n, Parameter{.id = "n",
                         .label = "Nodes",
                         .unit = "a side",
                         .kind = ParameterKind::integer,
                         .minimum = 3,
                         .maximum = longest_side,
                         .initial = 257,
                         .logarithmic = true,
                         .help = "The grid has n × n nodes with spacing h = 1/(n − 1). cg takes up to 46340, "
                                 "multigrid and direct up to 16385."});
  visit(&P::boundary, Parameter{.id = "boundary",
                                .label = "Boundary",
                                .kind = ParameterKind::choice,
                                .minimum = 0,
                                .maximum = 2,
                                .initial = 0,
                                .help = "f(y), the values on x = 0. sine: sin πy, whose solution is known exactly; "
                                        "step: 1 for y from 1/4 to 3/4; image_row: the source's middle row, scaled "
                                        "to 0 … 1.",
                                .choices = boundary_ids});
  visit(&P::method, Parameter{.id = "method",
                              .label = "Method",
                              .kind = ParameterKind::choice,
                              .minimum = 0,
                              .maximum = std::size(method_ids) - 1,
                              .initial = 2,
                              .help = "Relaxations: Jacobi, red and black Gauss-Seidel, and the same overrelaxed. "
                                      "Conjugate gradients. Multigrid. Or directly, by sine transforms.",
                              .choices = method_ids});
  visit(&P::omega, Parameter{.id = "omega",
                             .label = "Overrelaxation",
                             .minimum = 0,
                             .maximum = 2,
                             .initial = 0,
                             .help = "ω of sor, above 0 and below 2. 0: the optimum, 2/(1 + sin πh)."});
  visit(&P::cycle, Parameter{.id = "cycle",
                             .label = "Cycle",
                             .kind = ParameterKind::choice,
                             .minimum = 0,
                             .maximum = 1,
                             .initial = 0,
                             .help = "Of multigrid. v: V-cycles; full: the first step is full multigrid, from the "
                                     "coarsest grid up.",
                             .choices = cycle_ids});
  visit(&P::tolerance,
        Parameter{.id = "tolerance",
                  .label = "Tolerance",
                  .minimum = 1e-15,
                  .maximum = 1,
                  .initial = 1e-8,
                  .logarithmic = true,
                  .help = "It has settled when no node's four neighbors differ by more than this, in all, from four "
                          "times its value, the boundary's values being of size 1. A smooth error of size e "
                          "leaves only about e h² of that."});
  visit(&P::max_iterations, Parameter{.id = "max_iterations",
                                      .label = "Most iterations",
                                      .kind = ParameterKind::integer,
                                      .minimum = 1,
                                      .maximum = 1e7,
                                      .initial = 1e6,
                                      .logarithmic = true,
                                      .help = "It stops there, settled or not."});
}

}  // namespace heteroscope::laplace
