#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace heteroscope {

inline double square(double x) {
  return x * x;
}

/// Weighted linear least squares with few unknowns x: minimizes Σ weight (miss − Σ slope x)², by the normal equations.
/// Allocates nothing.
class LeastSquares {
 public:
  static constexpr std::size_t most_unknowns = 56;
  struct Term {
    std::size_t unknown = 0;
    double slope = 0;
  };

  explicit LeastSquares(std::size_t unknowns);
  /// An equation; its terms in ascending order of the unknowns.
  void add(std::span<const Term> terms, double weight, double miss);
  /// The unknowns, in order; there must be equations enough to determine them. Once.
  std::span<const double> solve();

 private:
  std::size_t unknowns_;
  std::array<std::array<double, most_unknowns>, most_unknowns> matrix_;  ///< of the normal equations: on and above the
                                                                         ///< diagonal
  std::array<double, most_unknowns> right_;
};

}  // namespace heteroscope
