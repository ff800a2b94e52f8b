#pragma once

#include "kernels/nbody/interaction.hpp"
#include "kernels/nbody/parameters.hpp"

/// The integrator. The state's one plane has a row for each body: x, y, z, mass, the three components of its velocity,
/// 0.
///
/// A step is a leapfrog, drift-kick-drift (compare Verlet, Physical Review 159, 1967): positions move by half a step,
/// velocities change by a whole step with the pulls at those positions, and positions move by the other half. It needs
/// the pulls once, and no state beside positions and velocities.
namespace heteroscope::nbody {

inline constexpr int columns = 8;

/// The time step in a kernel's own type.
template <class T>
struct StepTimes {
  T half;   ///< half of the time step
  T whole;  ///< the time step
  T softening_squared;
};

template <class T>
HETEROSCOPE_HD StepTimes<T> step_times(const Parameters& p) {
  return {.half = static_cast<T>(0.5 * p.time_step),
          .whole = static_cast<T>(p.time_step),
          .softening_squared = static_cast<T>(p.softening * p.softening)};
}

/// The body after half a drift.
template <class T>
HETEROSCOPE_HD Body<T> half_way(const T* row, T half) {
  return {std::fma(row[4], half, row[0]), std::fma(row[5], half, row[1]), std::fma(row[6], half, row[2]), row[3]};
}

/// Writes the body's row after the step, from its position after half a drift and the pull on it there.
template <class T>
HETEROSCOPE_HD void finish_step(T* out, const T* row, const Body<T>& at, const Vector<T>& pull, const StepTimes<T>& t) {
  const T vx = std::fma(pull.x, t.whole, row[4]);
  const T vy = std::fma(pull.y, t.whole, row[5]);
  const T vz = std::fma(pull.z, t.whole, row[6]);
  out[0] = std::fma(vx, t.half, at.x);
  out[1] = std::fma(vy, t.half, at.y);
  out[2] = std::fma(vz, t.half, at.z);
  out[3] = at.mass;
  out[4] = vx;
  out[5] = vy;
  out[6] = vz;
  out[7] = T(0);
}

}  // namespace heteroscope::nbody
