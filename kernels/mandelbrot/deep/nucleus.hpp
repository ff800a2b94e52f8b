#pragma once

#include <functional>
#include <optional>

#include "kernels/mandelbrot/deep/fixed.hpp"
#include "kernels/mandelbrot/deep/onlooker.hpp"

/// Where a view's reference orbit begins. The nucleus of a small copy of the set comes back to 0 after its period: its
/// orbit is as long as that, however many iterations are asked for, and serves all around it.
namespace heteroscope::mandelbrot {

struct Nucleus {
  FixedPoint c;
  int period = 0;
};

/// The search for a multiple of the least period of the nuclei in a disk, or the period of a neighbor: the first n at
/// which a disk around the center's iterate, of the radius that the slope makes of the first one's, holds 0.
class PeriodSearch {
 public:
  /// `next`: the iterates of the disk's center, each time it is called, from the first on.
  PeriodSearch(Wide radius, std::function<const FixedPoint&()> next) : radius_(radius), next_(std::move(next)) {}
  /// Goes on where it was. None by `limit`, or where all of the disk has escaped before, or it was given up.
  std::optional<int> find(int limit, const Onlooker& onlooker);

 private:
  enum class State { searching, found, all_escape };

  Wide radius_;
  std::function<const FixedPoint&()> next_;
  Wide reach_{};  // of the disk
  Wide modulus_{};
  int n_ = 0;
  State state_ = State::searching;
};

/// The nucleus whose period is that or a divisor of it, by Newton's method from c, to `tolerance`. None where the
/// method leads farther away than `farthest`.
std::optional<Nucleus> nucleus_near(const FixedPoint& c, int period, Wide farthest, Wide tolerance,
                                    const Onlooker& onlooker);

}  // namespace heteroscope::mandelbrot
