#pragma once

#include <string_view>
#include <type_traits>

#include "core/model/parameter_description.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

inline constexpr std::string_view method_ids[] = {"automatic", "direct", "perturbed", "extended",
                                                  "checked"};  // in the order of the enum
inline constexpr std::string_view refine_ids[] = {"no", "double_double", "exact"};
inline constexpr std::string_view refine_labels[] = {"off", "in double-doubles", "exactly"};
inline constexpr std::string_view arithmetic_ids[] = {"fused", "separate", "as_compiled"};

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&& visit) {
  using P = Parameters;
  visit(&P::center_re, Parameter{.id = "center_re",
                                 .label = "Center, real",
                                 .kind = ParameterKind::decimal,
                                 .minimum = -10,
                                 .maximum = 10,
                                 .initial = -0.75,
                                 .help = "Real part of the point in the middle of the picture."});
  visit(&P::center_im, Parameter{.id = "center_im",
                                 .label = "Center, imaginary",
                                 .kind = ParameterKind::decimal,
                                 .minimum = -10,
                                 .maximum = 10,
                                 .initial = 0,
                                 .help = "Imaginary part of the point in the middle of the picture; it grows upward."});
  visit(&P::span, Parameter{.id = "span",
                            .label = "Span",
                            .kind = ParameterKind::decimal,
                            .minimum = 1e-300,
                            .maximum = 1000,
                            .initial = 2.5,
                            .logarithmic = true,
                            .help = "Width of the picture in the complex plane. Pixels are square.",
                            .least = "1e-100000"});
  visit(&P::rotation,
        Parameter{.id = "rotation",
                  .label = "Rotation",
                  .unit = "°",
                  .kind = ParameterKind::real,
                  .minimum = -360,
                  .maximum = 360,
                  .initial = 0,
                  .help = "Angle of the picture's rows to the real axis, counterclockwise: the contents of the picture "
                          "turn clockwise about its middle. 0 gives the same bits as a picture without rotation."});
  visit(&P::max_iterations,
        Parameter{.id = "max_iterations",
                  .label = "Max iterations",
                  .kind = ParameterKind::integer,
                  .minimum = 1,
                  .maximum = 1'000'000,
                  .initial = 500,
                  .logarithmic = true,
                  .help = "Points that have not escaped by this count are taken to be in the set, and get 0. "
                          "On a command line auto finds the count that the view needs."});
  visit(&P::smooth, Parameter{.id = "smooth",
                              .label = "Smooth",
                              .kind = ParameterKind::boolean,
                              .minimum = 0,
                              .maximum = 1,
                              .initial = 0,
                              .help = "Fractional counts, without the steps between bands of equal count."});
  visit(
      &P::method,
      Parameter{.id = "method",
                .label = "Deep-zoom method",
                .kind = ParameterKind::choice,
                .minimum = 0,
                .maximum = 4,
                .initial = 0,
                .help = "direct: each point by itself, in the chosen precision. perturbed: one orbit with many digits, "
                        "and each point's difference from it in fp64. extended: the same, with a separate exponent for "
                        "each number, for spans below 1e-290. automatic: the first of these three that can tell pixels "
                        "apart, and with rechecked pixels one that knows which counts are uncertain. checked: each "
                        "point in fp64 with an estimate of its error; what fp64 cannot decide is marked and counted.",
                .choices = method_ids,
                .on_verify_case = true});
  visit(&P::leaps, Parameter{.id = "leaps",
                             .label = "Skip iterations",
                             .kind = ParameterKind::boolean,
                             .minimum = 0,
                             .maximum = 1,
                             .initial = 1,
                             .help = "For the methods perturbed and extended: many iterations are skipped at once "
                                     "where they are almost linear (bilinear approximation).",
                             .on_verify_case = true});
  visit(&P::refine,
        Parameter{.id = "refine",
                  .label = "Recheck pixels",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = 2,
                  .initial = 0,
                  .help =
                      "For all methods but direct: pixels whose count is uncertain are computed again. double_double: "
                      "with twice the digits of fp64; pixels that are still uncertain, and all of them at spans below "
                      "1e-290, stay marked. exact: these, too, with as many digits as needed, on the CPU.",
                  .choices = refine_ids,
                  .choice_labels = refine_labels,
                  .was_switch = true,
                  .on_verify_case = true});
  visit(&P::arithmetic,
        Parameter{.id = "arithmetic",
                  .label = "Arithmetic",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = 2,
                  .initial = 0,
                  .help = "For the method direct: how an iteration's products and sums are rounded. fused: once, by "
                          "fused multiply-adds. separate: after each operation. With both, all variants give the same "
                          "bits. as_compiled: as each compiler chooses, so that variants may differ in single pixels.",
                  .choices = arithmetic_ids,
                  .on_verify_case = true});
  visit(&P::julia,
        Parameter{
            .id = "julia",
            .label = "Julia set",
            .kind = ParameterKind::boolean,
            .minimum = 0,
            .maximum = 1,
            .initial = 0,
            .help =
                "Each orbit begins at its pixel's point, and c is the same for all: the picture is the Julia set of c.",
            .on_verify_case = true});
  visit(&P::julia_re, Parameter{.id = "julia_re",
                                .label = "c, real",
                                .kind = ParameterKind::decimal,
                                .minimum = -2,
                                .maximum = 2,
                                .initial = -0.8,
                                .help = "Real part of a Julia set's c."});
  visit(&P::julia_im, Parameter{.id = "julia_im",
                                .label = "c, imaginary",
                                .kind = ParameterKind::decimal,
                                .minimum = -2,
                                .maximum = 2,
                                .initial = 0.156,
                                .help = "Imaginary part of a Julia set's c."});
}

}  // namespace heteroscope::mandelbrot
