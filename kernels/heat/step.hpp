#pragma once

namespace heteroscope::heat {

inline constexpr int most_passes = 4;
inline constexpr int most_terms = 3;

/// One time step as passes over the grid, with S(t) the sum of a node's four neighbors less four times itself:
///   t₀ = a₀ φ(n) + a₁ φ(n − 1) + a₂ φ(n − 2),   t(j + 1) = φ(n) + c(j) S(t(j)),   φ(n + 1) = the last t.
/// A Runge-Kutta step of order p ≤ 4 is the polynomial 1 + z + … + z^p/p! of z = Fo S applied to φ, since the equation
/// is linear with constant coefficients (Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, section
/// II.1); by Horner's rule that is p passes with c = Fo/p, …, Fo/2, Fo. Adams-Bashforth steps (the same book, section
/// III.1) are one pass over a combination of the last states.
struct Scheme {
  int passes = 1;
  double c[most_passes] = {};
  int terms = 1;
  double a[most_terms] = {1, 0, 0};
};

}  // namespace heteroscope::heat
