#pragma once

#include <span>
#include <vector>

#include "core/process/memory_limit.hpp"
#include "kernels/mandelbrot/deep/fixed.hpp"
#include "kernels/mandelbrot/deep/onlooker.hpp"
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

/// The orbit of c while it is made: it goes on where it was. Its iterates end with its period, or without one (0)
/// where it escapes.
template <class R>
class GrowingOrbit {
 public:
  explicit GrowingOrbit(const FixedPoint& c, int period = 0);
  /// One iterate more.
  const FixedPoint& advance();
  /// At least as many as `limit`, where there are so many. False: it was given up before. Throws BadInput where they
  /// are more than the program's memory.
  bool grow(int limit, const Onlooker& onlooker);
  [[nodiscard]] const Orbit<R>& orbit() const { return orbit_; }

 private:
  FixedOrbit iterates_;
  int period_;
  bool ended_ = false;
  Orbit<R> orbit_;
};

/// The same orbit with the digits that doubles have.
Orbit<double> rounded(const Orbit<DoubleDouble>& fine);

template <class R>
using Ladders = std::vector<Ladder<R>, memory::Accounted<Ladder<R>>>;

/// Leaps that hold for all points within `reach` of the reference's.
template <class R>
Leaps<R> leaps_of(std::span<const OrbitEntry<R>> orbit, Estimate<R> reach);

/// As OrbitView::ladders, of an orbit of that length; none where there are no leaps.
template <class R>
Ladders<R> ladders_of(const Leaps<R>& leaps, int length);

}  // namespace heteroscope::mandelbrot
