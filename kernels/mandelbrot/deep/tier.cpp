#include "kernels/mandelbrot/deep/tier.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers/turn.hpp"

namespace heteroscope::mandelbrot {
namespace {

constexpr double least_perturbed_span = 1e-290;  // from here on a pixel of 65536 and its square are doubles

}  // namespace

Resolution resolution_of(const Parameters& p, Size size, Precision precision) {
  const double span = p.span.to_double();
  const double step = span / size.width;
  const double height = step * size.height;
  const Turn turn = turn_by(p.rotation);
  const double cosine = std::abs(turn.cosine);
  const double sine = std::abs(turn.sine);
  const double farthest = std::max(std::abs(p.center_re.to_double()) + (span * cosine + height * sine) / 2,
                                   std::abs(p.center_im.to_double()) + (span * sine + height * cosine) / 2);
  return {step, farthest * (precision == Precision::fp32 ? 0x1p-23 : 0x1p-52)};
}

Tier tier_of(const Parameters& p, Size size) {
  if (p.method == Method::direct) return Tier::direct;
  if (p.method == Method::perturbed || p.method == Method::checked) return Tier::perturbed;
  if (p.method == Method::extended) return Tier::extended;
  const Resolution resolution = resolution_of(p, size, Precision::fp64);
  // Refinement needs counts that are known to be uncertain, and direct orbits do not tell.
  if (p.refine == Refine::no && resolution.pixel > 0 && resolution.pixel >= resolution.least) return Tier::direct;
  return p.span.to_double() < least_perturbed_span ? Tier::extended : Tier::perturbed;
}

bool past_perturbed(const Parameters& p) {
  return p.method == Method::perturbed && p.span.to_double() < least_perturbed_span;
}

bool has_fine_orbit(const Parameters& p, Tier tier) {
  return p.refine != Refine::no && tier == Tier::perturbed && !past_perturbed(p);
}

}  // namespace heteroscope::mandelbrot
