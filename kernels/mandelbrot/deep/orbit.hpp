#pragma once

#include <span>
#include <vector>

#include "core/process/memory_limit.hpp"
#include "kernels/mandelbrot/deep/fixed.hpp"
#include "kernels/mandelbrot/deep/observer.hpp"
#include "kernels/mandelbrot/deep/perturb.hpp"

namespace heteroscope::mandelbrot {

/// A reference orbit in the numbers of a tier.
template <class R>
struct Orbit {
  std::vector<OrbitEntry<R>, memory::Accounted<OrbitEntry<R>>> entries;
  [[nodiscard]] int length() const { return static_cast<int>(entries.size()) - 1; }
};

/// The leaps of an orbit.
template <class R>
struct Leaps {
  std::vector<Leap<R>, memory::Accounted<Leap<R>>> leaps;
  std::vector<int> first;  ///< the index of each level's first leap in `leaps`; empty: there are no leaps
  [[nodiscard]] int levels() const { return static_cast<int>(first.size()); }
};

/// The orbit of c, computed as far as needed and continued later. It ends with its period, or where it escapes if it
/// has none (0).
template <class R>
class GrowingOrbit {
 public:
  explicit GrowingOrbit(const FixedPoint& c, int period = 0);
  /// The orbit from `first` on, which has the bits of c, for a Julia set; it has no period.
  GrowingOrbit(const FixedPoint& c, const FixedPoint& first);
  /// Computes one more iterate.
  const FixedPoint& advance();
  /// Extends the orbit to at least `limit` iterates, if there are so many. False if it was given up before. Throws
  /// BadInput if they need more memory than the program may have.
  bool grow(int limit, const Observer& observer);
  [[nodiscard]] const Orbit<R>& orbit() const { return orbit_; }

 private:
  void append();

  FixedOrbit iterates_;
  int period_;
  bool ended_ = false;
  Orbit<R> orbit_;
};

/// An orbit rounded to doubles.
Orbit<double> rounded(std::span<const OrbitEntry<DoubleDouble>> fine);

template <class R>
using Ladders = std::vector<Ladder<R>, memory::Accounted<Ladder<R>>>;

/// Computes the leaps that hold for all points within `reach` of the reference. Of an orbit that is two, one behind the
/// other, `last` is the place of the first one's last iterate, over which nothing leaps; 0: it is one.
template <class R>
Leaps<R> leaps_of(std::span<const OrbitEntry<R>> orbit, Estimate<R> reach, int last = 0);

/// The ladders (OrbitView::ladders) of an orbit of that length; empty if there are no leaps.
template <class R>
Ladders<R> ladders_of(const Leaps<R>& leaps, int length);

}  // namespace heteroscope::mandelbrot
