#pragma once

#include <span>
#include <vector>

#include "core/base/cancel.hpp"
#include "core/memory/memory_limit.hpp"
#include "kernels/mandelbrot/deep/fixed.hpp"
#include "kernels/mandelbrot/deep/perturb.hpp"

namespace heteroscope::mandelbrot {

/// A reference orbit in the numbers of a tier.
template <class R>
struct Orbit {
  std::vector<OrbitEntry<R>, memory::Accounted<OrbitEntry<R>>> entries;
  [[nodiscard]] int length() const { return static_cast<int>(entries.size()) - 1; }
};

/// An orbit's leaps.
template <class R>
struct Leaps {
  std::vector<Leap<R>, memory::Accounted<Leap<R>>> leaps;
  std::vector<int> first;  ///< of each level, in `leaps`; none: there are no leaps
  [[nodiscard]] int levels() const { return static_cast<int>(first.size()); }
};

/// Throws BadInput where they are more than the program's memory. The iterates of c up to its period, or without one
/// (0) up to where it escapes or the limit lies.
template <class R>
Orbit<R> make_orbit(const FixedPoint& c, int period, int limit, const Cancel& cancel);

/// The same orbit with the digits that doubles have.
Orbit<double> rounded(const Orbit<DoubleDouble>& fine);

/// Leaps that hold for all points within `reach` of the reference's.
template <class R>
Leaps<R> leaps_of(std::span<const OrbitEntry<R>> orbit, Estimate<R> reach);

/// As OrbitView::ladders, of an orbit of that length; none where there are no leaps.
std::vector<Ladder, memory::Accounted<Ladder>> ladders_of(const Leaps<double>& leaps, int length);

}  // namespace heteroscope::mandelbrot
