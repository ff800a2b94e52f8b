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
#include "kernels/laplace/methods/methods.inc"
#undef HETEROSCOPE_METHOD
};

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&& visit) {
  using P = Parameters;
  visit(&P::n,
        Parameter{.id = "n",
                  .label = "Nodes",
                  .unit = "per side",
                  .kind = ParameterKind::integer,
                  .minimum = 3,
                  .maximum = longest_side,
                  .initial = 257,
                  .logarithmic = true,
                  .help = "The grid has n × n nodes with spacing h = 1/(n − 1). At most 46340 for cg, and 16385 for "
                          "multigrid and direct."});
  visit(
      &P::boundary,
      Parameter{.id = "boundary",
                .label = "Boundary",
                .kind = ParameterKind::choice,
                .minimum = 0,
                .maximum = 2,
                .initial = 0,
                .help = "The values on the side x = 0. sine: sin πy, whose exact solution is known; step: 1 for y from "
                        "1/4 to 3/4, else 0; image_row: the middle row of the source, scaled to 0 … 1.",
                .choices = boundary_ids});
  visit(&P::method,
        Parameter{.id = "method",
                  .label = "Method",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = std::size(method_ids) - 1,
                  .initial = 2,
                  .help =
                      "How the system is solved: Jacobi, red-black Gauss-Seidel, and successive over-relaxation (sor); "
                      "conjugate gradients; multigrid; or directly, with sine transforms.",
                  .choices = method_ids});
  visit(&P::omega,
        Parameter{.id = "omega",
                  .label = "Overrelaxation",
                  .minimum = 0,
                  .maximum = 2,
                  .initial = 0,
                  .help = "The relaxation factor ω of sor, between 0 and 2. 0: the optimum, 2/(1 + sin πh)."});
  visit(&P::cycle,
        Parameter{.id = "cycle",
                  .label = "Cycle",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = 1,
                  .initial = 0,
                  .help = "For multigrid. v: V-cycles; full: the first step is full multigrid, which starts on the "
                          "coarsest grid.",
                  .choices = cycle_ids});
  visit(&P::tolerance, Parameter{.id = "tolerance",
                                 .label = "Tolerance",
                                 .minimum = 1e-15,
                                 .maximum = 1,
                                 .initial = 1e-8,
                                 .logarithmic = true,
                                 .help = "The iteration has settled if no node differs from the mean of its four "
                                         "neighbors by more than a quarter of this (boundary values have size 1). A "
                                         "smooth error of size e changes that difference by only about e h²."});
  visit(&P::max_iterations,
        Parameter{.id = "max_iterations",
                  .label = "Most iterations",
                  .kind = ParameterKind::integer,
                  .minimum = 1,
                  .maximum = 1e7,
                  .initial = 1e6,
                  .logarithmic = true,
                  .help = "The iteration stops after this number of iterations, even if it has not settled."});
}

}  // namespace heteroscope::laplace
