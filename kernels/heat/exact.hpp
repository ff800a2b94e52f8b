#pragma once

#include <cstdint>
#include <vector>

#include "core/model/tally.hpp"
#include "kernels/heat/scheme.hpp"

namespace heteroscope::heat {

/// sin(π i/(n − 1)) for i = 0 … n − 1, the same bits on both sides of the middle and 0 at the ends.
std::vector<double> sines(int n);

/// The `sine` start decays by exp(−2 π² t) after a time t: the solution of the equation itself.
double exact_decay(double time);
/// What the grid makes of that decay while time stays continuous: sin πx sin πy is an eigenvector of S with eigenvalue
/// −8 sin²(π h/2), so that it decays by exp(−8 sin²(π h/2) t / h²). Errors against it are those of the integrator.
double grid_decay(const Parameters& parameters, double time);

/// How far a field is from `amplitude` times the `sine` start.
struct Error {
  double largest = 0;
  double l2 = 0;  ///< √(h² Σ e²)
};
Error error_against(double amplitude, const FieldView& field, int threads);

/// The same row by row: of n nodes a side.
TallyRow errors_against(double amplitude, int n);
Error error_of(const Tally& errors, int n);

}  // namespace heteroscope::heat
