#pragma once

#include "core/model/tally.hpp"

namespace heteroscope::laplace {

/// The solution for f = sin πy: φ = sin πy · sinh π(1 − x)/sinh π. (Seed 003 writes Σ c sin(mπy) sinh(mπ(x − 1)); its c
/// lack the factor 2 of the sine's norm and the division by sinh(−mπ), and their first term is 0/0 at m = 1.)
double solution(double x, double y);

/// The solution of the difference equations for the same f, at node (i, j): sin πjh · sinh β(N − i)/sinh βN, N = n − 1,
/// with cosh β = 2 − cos πh. For sin πjh times a function of i the equations are û(i + 1) + û(i − 1) = (4 − 2 cos πh)
/// û(i), which e^±βi solve. β exceeds πh by O(h³), so that the two solutions differ by O(h²).
class GridSolution {
 public:
  explicit GridSolution(int n);
  [[nodiscard]] double operator()(int i, int j) const;

 private:
  int intervals_;
  double beta_;
};

/// The difference of a field from a solution.
struct Error {
  double largest = 0;
  double l2 = 0;  ///< √(h² Σ e²)
};
Error error_against_solution(const FieldView& field, int threads);
Error error_against_grid_solution(const FieldView& field, int threads);

/// Functions that tally the error one row at a time, on a grid of n nodes a side.
TallyRow errors_against_solution(int n);
TallyRow errors_against_grid_solution(int n);
Error error_of(const Tally& errors, int n);

/// The largest |4u − Σ neighbors| of one row's inner nodes, computed in fp64.
Tally residual_in(const FieldView& field, int y);

}  // namespace heteroscope::laplace
