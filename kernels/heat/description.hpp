#pragma once

#include <string_view>
#include <type_traits>

#include "core/model/parameter_description.hpp"
#include "core/types/basic_types.hpp"
#include "kernels/heat/parameters.hpp"

namespace heteroscope::heat {

inline constexpr std::string_view integrator_ids[] = {"euler", "rk2", "rk4", "ab2", "ab3"};  // in the order of the enum
inline constexpr std::string_view initial_ids[] = {"sine", "spot", "noise", "image"};        // in the order of the enum

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&& visit) {
  using P = Parameters;
  visit(&P::n, Parameter{.id = "n",
                         .label = "Nodes",
                         .unit = "per side",
                         .kind = ParameterKind::integer,
                         .minimum = 3,
                         .maximum = longest_side,
                         .initial = 512,
                         .logarithmic = true,
                         .help = "The grid has n × n nodes with spacing h = 1/(n − 1); nodes on the edge stay at 0."});
  visit(&P::fourier,
        Parameter{
            .id = "fourier",
            .label = "Fourier number",
            .minimum = 0,
            .maximum = 1,
            .initial = 0,
            .help = "Δt/h²: how far heat spreads in one step. 0: nine tenths of the integrator's stability limit."});
  visit(&P::integrator,
        Parameter{.id = "integrator",
                  .label = "Integrator",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = 4,
                  .initial = 0,
                  .help =
                      "Forward Euler; Runge-Kutta of order 2 and 4; Adams-Bashforth of order 2 and 3 (its first steps "
                      "are Euler and Runge-Kutta).",
                  .choices = integrator_ids});
  visit(&P::initial,
        Parameter{.id = "initial",
                  .label = "Start",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = 3,
                  .initial = 0,
                  .help =
                      "Values at the start. sine: sin πx sin πy, whose exact decay is known; spot: a hot disk; noise: "
                      "random, 0 to 1; image: the source, scaled to 0 … 1.",
                  .choices = initial_ids});
}

}  // namespace heteroscope::heat
