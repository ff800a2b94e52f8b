#include "kernels/blur/workload.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/model/typed.hpp"
#include "kernels/blur/accesses.hpp"
#include "kernels/blur/description.hpp"
#include "kernels/blur/mask.hpp"
#include "kernels/blur/own_kernels.hpp"

namespace heteroscope::blur {

#define HETEROSCOPE_VARIANTS "kernels/blur/variants.inc"
#include "kernels/variant_table.inc"

namespace {

void check(const Parameters& p) {
  if (p.sigma > 0 && p.sigma < min_sigma) {
    throw BadInput(Wrong::value, "sigma",
                   fmt::format("sigma: {} is not 0 (half the radius) and not from {} to 100", p.sigma, min_sigma));
  }
}

/// The tolerance against the reference. Weights are rounded once (relative error u), and a chain of m fused
/// multiply-adds over weights that sum to 1 errs by less than m u max|x| to first order (Higham, Accuracy and Stability
/// of Numerical Algorithms, 2nd ed., section 3.1). Direct variants have m = n² for n = 2 radius + 1: (m + 2) u max|x|,
/// where one u is for the weights and one for what lies beyond first order. Separable ones have two lines of n: (2n +
/// 4) u max|x|. Both may err in opposite directions. Each operation may also underflow, by half the smallest subnormal
/// number (section 2.8).
double tolerance(const Parameters& p, Precision precision, double largest) {
  const double n = 2.0 * p.radius + 1;
  const double m = n * n;
  const bool fp32 = precision == Precision::fp32;
  const double u = fp32 ? 0x1p-24 : 0x1p-53;
  const double subnormal =
      fp32 ? double{std::numeric_limits<float>::denorm_min()} : std::numeric_limits<double>::denorm_min();
  return (m + 2 + 2 * n + 4) * u * largest + (m + 2 * n) * subnormal;
}

/// The work counts two lines of weights, one after the other, which is the least that computes the blur.
Work work(const Parameters& p, Size size, Precision precision, const Summary&) {
  const auto pixels = static_cast<double>(size.area());
  return {.operations = pixels,
          .unit = "pixels",
          .bytes = 2 * pixels * static_cast<double>(bytes_of(precision)),
          .fma_beside_bytes = 2 * (2.0 * p.radius + 1)};
}

double worst_operations(const Parameters& p) {
  const double n = 2.0 * p.radius + 1;
  return n * n;
}

Workload make_workload() {
  Workload w;
  w.id = "blur";
  w.label = "Gaussian blur";
  w.summary =
      "The weighted mean of the pixels around each pixel; the weights are a Gaussian that ends at a "
      "radius, and sum to 1.";
  w.lesson =
      "Data that are needed several times: caches, shared memory, and two thin passes instead of a "
      "wide one.";
  w.theory = {.formula =
                  "y(p) = Σ w(i) w(j) x(p + (i, j)) over |i|, |j| ≤ r\n"
                  "w(i) ∝ exp(−i² / 2σ²), Σ w(i) = 1",
              .text =
                  "Each value is needed by (2r + 1)² outputs. It must come from memory once; how often it really "
                  "comes depends on caches, shared memory and the order of the work. The weights are products, so "
                  "two passes of 2r + 1 terms give the same sum as one pass of (2r + 1)² terms, except for "
                  "rounding.",
              .source = "R. Gonzalez and R. Woods, Digital Image Processing, 4th edition, section 3.5"};
  w.value_label = "value";
  w.shape = Shape::stencil;
  w.parameters = parameters_of<Parameters>();
  w.verify_cases = verify_cases();
  w.stages = {{.id = "blur",
               .variants = variants(),
               .default_cpu = "separable_simd",
               .default_gpu = "cuda_fused",
               .own = own_kernels()}};
  w.scenes = {{"r2", "Radius 2 (5 × 5)", {{"radius", 2}}, true},
              {"r5", "Radius 5 (11 × 11)", {{"radius", 5}}, true},
              {"r16", "Radius 16 (33 × 33)", {{"radius", 16}}, true},
              {"largest", "Radius 32, mirrored", {{"radius", 32}, {"border", 2}}}};
  w.image = {.default_source = "mandelbrot", .colored_as_input = true, .for_pictures = true};
  w.accesses = {accesses(), {}, {"cuda_fused", "cuda_pipeline", "cuda_tensor", "cuda_tma"}};
  w.bind = bound<Parameters, check>;
  w.tileable = {.reach = untyped<[](const Parameters& p) { return p.radius; }>};
  w.tolerances = {.tolerance = untyped<tolerance>};
  w.work = untyped<work>;
  w.worst_operations = untyped<worst_operations>;
  w.automatic =
      untyped<[](const Parameters& p, std::string_view id) { return id == "sigma" ? sigma_of(p) : std::nan(""); }>;
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::blur
