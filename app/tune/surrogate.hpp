#pragma once

#include <cstddef>
#include <vector>

#include "app/tune/space.hpp"

namespace heteroscope {

/// The surrogate's prediction for a candidate that has not been measured.
struct TuneGuess {
  double mean = 0;
  double deviation = 0;
};

/// A guess at the values of all candidates from those of some: a Gaussian process (Rasmussen and Williams: Gaussian
/// Processes for Machine Learning, 2006, algorithm 2.1) with a Matérn covariance of smoothness 3/2 over ordered
/// features, which tolerates cliffs, times a factor for each name in which two candidates differ. How much each feature
/// counts is fitted to the values (the largest marginal likelihood, held near what it is without any).
class TuneSurrogate {
 public:
  TuneSurrogate(const TuneFeatures& features, std::vector<std::size_t> pool);

  /// Candidates with their values, instead of those before; how much features count is fitted.
  void fit(const std::vector<std::size_t>& measured, const std::vector<double>& values);
  /// One more, with the values of all by now, which may be others than before.
  void add(std::size_t candidate, const std::vector<double>& values);
  /// Sets other values for the same candidates.
  void set_values(const std::vector<double>& values);

  /// The prediction for the pool's i-th candidate.
  [[nodiscard]] TuneGuess guess(std::size_t i) const;
  [[nodiscard]] const std::vector<std::size_t>& pool() const { return pool_; }

 private:
  struct Scales {
    std::vector<double> log_weights;  ///< by feature
    double log_noise = -7;            ///< its variance over that of the values
  };
  [[nodiscard]] Scales usual() const;
  [[nodiscard]] double covariance(const std::vector<double>& weights, std::size_t a, std::size_t b) const;
  [[nodiscard]] double likelihood(const Scales& scales, const std::vector<double>& values) const;
  void rebuild(const std::vector<double>& values);
  void append(std::size_t candidate);

  const TuneFeatures& features_;
  std::vector<std::size_t> pool_;
  std::vector<std::size_t> measured_;
  Scales scales_;
  std::vector<double> weights_;
  double noise_ = 0;
  std::vector<std::vector<double>> lower_;   // Cholesky factor, by rows
  std::vector<std::vector<double>> solved_;  // its inverse times the covariances with the pool, by measured candidate
  std::vector<double> explained_;            // of the pool's variances, as a share
  std::vector<double> means_;
  double mean_ = 0;
  double variance_ = 1;
};

}  // namespace heteroscope
