#pragma once

#include <string_view>
#include <type_traits>

#include "core/model/parameter_description.hpp"
#include "kernels/nbody/parameters.hpp"

namespace heteroscope::nbody {

inline constexpr std::string_view start_ids[] = {"plummer", "disk", "collision"};  // in the order of the enum

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&& visit) {
  using P = Parameters;
  visit(&P::bodies,
        Parameter{.id = "bodies",
                  .label = "Bodies",
                  .kind = ParameterKind::integer,
                  .minimum = 2,
                  .maximum = 1048576,
                  .initial = 2048,
                  .logarithmic = true,
                  .help = "The number of bodies N. Each pulls every other, so a step has N² interactions."});
  visit(&P::start,
        Parameter{.id = "start",
                  .label = "Start",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = 2,
                  .initial = 2,
                  .help =
                      "The bodies at the start. plummer: a ball of stars (Plummer's model); disk: bodies that orbit a "
                      "heavy one; collision: two balls that meet.",
                  .choices = start_ids});
  visit(&P::softening,
        Parameter{.id = "softening",
                  .label = "Softening",
                  .minimum = 0.0001,
                  .maximum = 10,
                  .initial = 0.02,
                  .logarithmic = true,
                  .help =
                      "The softening length ε: bodies closer than this hardly pull each other any more, so that close "
                      "encounters do not throw them out."});
  visit(&P::time_step, Parameter{.id = "time_step",
                                 .label = "Time step",
                                 .minimum = 0.000001,
                                 .maximum = 1,
                                 .initial = 0.002,
                                 .logarithmic = true,
                                 .help = "Half the time step makes the leapfrog's error four times smaller."});
  visit(&P::seed, Parameter{.id = "seed",
                            .label = "Seed",
                            .kind = ParameterKind::integer,
                            .minimum = 0,
                            .maximum = 1000000,
                            .initial = 1,
                            .help = "Another seed gives other bodies."});
  visit(&P::center_x, Parameter{.id = "center_x",
                                .label = "Center x",
                                .minimum = -1e6,
                                .maximum = 1e6,
                                .initial = 0,
                                .help = "Center of the view; the center of mass is at 0."});
  visit(&P::center_y, Parameter{.id = "center_y",
                                .label = "Center y",
                                .minimum = -1e6,
                                .maximum = 1e6,
                                .initial = 0,
                                .help = "Center of the view; y grows upward."});
  visit(&P::span, Parameter{.id = "span",
                            .label = "Span",
                            .minimum = 1e-6,
                            .maximum = 1e6,
                            .initial = 8,
                            .logarithmic = true,
                            .help = "Width of the view, which is along the z axis."});
  visit(
      &P::dot,
      Parameter{.id = "dot",
                .label = "Dot",
                .unit = "pixels",
                .minimum = 0,
                .maximum = 16,
                .initial = 0,
                .help = "Radius of the disk that is drawn for a body. 0: from 4 for a few bodies down to half a pixel "
                        "for many."});
}

}  // namespace heteroscope::nbody
