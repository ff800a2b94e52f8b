#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/analysis/claims/compared.hpp"
#include "app/results/data.hpp"
#include "app/results/result.hpp"
#include "app/text/document.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// The peak of a processor's multiply-adds, from the facts about it that are known here.
struct Peak {
  double clock_hz = 0;
  int lanes = 1;         ///< fp64 numbers in a vector
  int units = 1;         ///< multiply-adds of such vectors that a core begins in a cycle
  int cores = 1;         ///< threads that are counted as such
  double fma_per_s = 0;  ///< measured, of one thread
  [[nodiscard]] double flop_per_cycle() const { return 2.0 * lanes * units; }
  [[nodiscard]] double flop_per_s() const { return cores * clock_hz * flop_per_cycle(); }
};
/// `fma_per_s`: of one thread, in fp64. As many units as its rate is next to.
Peak peak_of(double clock_hz, int lanes, int cores, double fma_per_s);

/// The processor that a result was measured on; none where it does not say enough.
std::optional<Peak> peak_in(const Result& result);

/// How two series go together, -1 to 1 (Pearson); 0 where one of them does not change. Of as many values each.
double correlation(std::span<const double> a, std::span<const double> b);

/// How the times of a variant follow predicted ones over the sizes.
struct Proportion {
  std::string machine;  ///< empty: here
  std::string variant;
  std::string threads;  ///< "8 threads"; empty where it was not said
  std::size_t points = 0;
  double correlation = 0;
  /// Measured over predicted: the mean of the quotients, and the least and the most over it.
  double mean = 0, least = 0, most = 0;
  /// How many times as much as the mean, or as little, the quotient is that is farthest from it.
  Bounded farthest{1, 1, 1};
  /// Other programs took so much meanwhile that nothing is fitted to the times.
  [[nodiscard]] bool marked() const { return !farthest.sure && farthest.doubt != few_runs; }
};
/// The proportions for a result's rows, by variant and number of threads.
std::vector<Proportion> proportions(const Result& result);
/// The proportions for all published machines.
std::vector<Proportion> published_proportions(const Suite& suite);

/// Adds the facts of the CPU's peak to a result: clock and vectors of this processor. It measures the clock.
void add_theory(const Data& to);
/// The peak, how times follow from it, and what first runs take.
Document theory_tables(const Result& result, const Suite& suite);

}  // namespace heteroscope
