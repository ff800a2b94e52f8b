#include "core/balance/least_squares.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {

LeastSquares::LeastSquares(std::size_t unknowns) : unknowns_(unknowns) {
  for (std::size_t i = 0; i < unknowns_; ++i) std::fill_n(matrix_[i].begin(), unknowns_, 0.0);
  std::fill_n(right_.begin(), unknowns_, 0.0);
}

void LeastSquares::add(std::span<const Term> terms, double weight, double miss) {
  for (std::size_t a = 0; a < terms.size(); ++a) {
    const double weighted = weight * terms[a].slope;
    auto& row = matrix_[terms[a].unknown];
    for (std::size_t b = a; b < terms.size(); ++b) row[terms[b].unknown] += weighted * terms[b].slope;
    right_[terms[a].unknown] += weighted * miss;
  }
}

// Cholesky: matrix = Uᵀ U, row by row, so that the inner loops run along rows; most entries are 0 and stay so.
std::span<const double> LeastSquares::solve() {
  const std::size_t n = unknowns_;
  for (std::size_t k = 0; k < n; ++k) {
    const auto& pivot = matrix_[k];
    const double scale = 1 / std::sqrt(pivot[k]);
    for (std::size_t j = k; j < n; ++j) matrix_[k][j] *= scale;
    right_[k] *= scale;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = pivot[i];
      if (factor == 0) continue;
      auto& row = matrix_[i];
      for (std::size_t j = i; j < n; ++j) row[j] -= factor * pivot[j];
      right_[i] -= factor * right_[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) right_[k] -= matrix_[k][j] * right_[j];
    right_[k] /= matrix_[k][k];
  }
  return {right_.data(), n};
}

}  // namespace heteroscope
