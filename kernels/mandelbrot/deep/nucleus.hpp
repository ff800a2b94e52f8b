#pragma once

#include <functional>
#include <optional>

#include "kernels/mandelbrot/deep/fixed.hpp"
#include "kernels/mandelbrot/deep/observer.hpp"

/// Finding the point at which a view's reference orbit begins. The nucleus of a small copy of the set returns to 0
/// after its period; so its orbit has only that length, however many iterations are asked for, and serves all points
/// around it.
namespace heteroscope::mandelbrot {

struct Nucleus {
  FixedPoint c;
  int period = 0;
};

/// The search for the period of a nucleus in a disk; it may find a multiple of the least period, or the period of a
/// neighbor. It looks for the first n at which the n-th image of the disk, approximated by a disk around the center's
/// iterate whose radius is scaled by the derivative, contains 0.
class PeriodSearch {
 public:
  /// `next` returns the iterates of the disk's center one after the other, from the first on.
  PeriodSearch(Wide radius, std::function<const FixedPoint&()> next) : radius_(radius), next_(std::move(next)) {}
  /// Continues the search up to `limit`. None if there is no period, if all of the disk escapes before, or if the
  /// search was given up.
  std::optional<int> find(int limit, const Observer& observer);

 private:
  enum class State { searching, found, all_escape };

  Wide radius_;
  std::function<const FixedPoint&()> next_;
  Wide reach_{};  // radius of the disk's image
  Wide modulus_{};
  int n_ = 0;
  State state_ = State::searching;
};

/// The nucleus with that period or a divisor of it, by Newton's method from c to within `tolerance`. None if the method
/// leads farther away than `farthest`.
std::optional<Nucleus> nucleus_near(const FixedPoint& c, int period, Wide farthest, Wide tolerance,
                                    const Observer& observer);

}  // namespace heteroscope::mandelbrot
