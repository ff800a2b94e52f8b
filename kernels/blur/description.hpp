#pragma once

#include <string_view>
#include <type_traits>

#include "core/model/parameter_description.hpp"
#include "kernels/blur/parameters.hpp"

namespace heteroscope::blur {

inline constexpr std::string_view border_ids[] = {"zero", "clamp", "mirror"};  // in the order of the enum

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&& visit) {
  using P = Parameters;
  visit(&P::radius, Parameter{.id = "radius",
                              .label = "Radius",
                              .unit = "px",
                              .kind = ParameterKind::integer,
                              .minimum = 1,
                              .maximum = max_radius,
                              .initial = 2,
                              .help = "The mask has 2 · radius + 1 rows and columns."});
  visit(&P::sigma, Parameter{.id = "sigma",
                             .label = "Sigma",
                             .unit = "px",
                             .minimum = 0,
                             .maximum = 100,
                             .initial = 0,
                             .help = "Standard deviation of the Gaussian, at least 0.1. 0: half the radius."});
  visit(&P::border,
        Parameter{.id = "border",
                  .label = "Border",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = 2,
                  .initial = 0,
                  .help =
                      "The values outside the image. zero: 0; clamp: the nearest pixel; mirror: the image reflected at "
                      "its outermost pixels, which are not repeated.",
                  .choices = border_ids});
}

}  // namespace heteroscope::blur
