#pragma once

#include <cstdint>
#include <vector>

#include "core/model/tally.hpp"
#include "kernels/heat/scheme.hpp"

namespace heteroscope::heat {

/// sin(π i/(n − 1)) for i = 0 … n − 1, with the same bits on both sides of the middle and exactly 0 at both ends.
std::vector<double> sines(int n);

/// The factor exp(−2 π² t) by which the `sine` start decays within time t: the exact solution of the equation.
double exact_decay(double time);
/// The factor by which it decays on the grid in continuous time (semi-discrete solution): sin πx sin πy is an
/// eigenvector of S with eigenvalue −8 sin²(π h/2), so the factor is exp(−8 sin²(π h/2) t / h²). Errors against it are
/// those of the integrator alone.
double grid_decay(const Parameters& parameters, double time);

/// The difference of a field from `amplitude` times the `sine` start.
struct Error {
  double largest = 0;
  double l2 = 0;  ///< √(h² Σ e²)
};
Error error_against(double amplitude, const FieldView& field, int threads);

/// A function that tallies the error one row at a time, on a grid of n nodes a side.
TallyRow errors_against(double amplitude, int n);
Error error_of(const Tally& errors, int n);

}  // namespace heteroscope::heat
