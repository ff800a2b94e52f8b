#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/results/result.hpp"
#include "app/text/document.hpp"

/// Weak scaling: the problem grows with the threads, so that each of them has as much to do.
namespace heteroscope {

/// A number p of threads on p times the problem, and how many times as fast they are as one thread on that.
struct ScaledPoint {
  int threads = 1;
  double speedup = 1;
};

/// Gustafson's law (J. L. Gustafson, "Reevaluating Amdahl's law", Communications of the ACM 31(5), 1988): where α of
/// p threads' time is serial, one thread would take α + p (1 − α) of it, a scaled speed-up of p − α (p − 1).
double gustafson_speedup(double serial, double threads);
/// The α of a scaled speed-up on p > 1 threads: (p − S) / (p − 1).
double gustafson_fraction(double speedup, int threads);
/// The α that fits all points best (least squares). None without a point of several threads.
std::optional<double> gustafson_fraction(std::span<const ScaledPoint> points);

/// The suffix that a suite which grows its problem adds to a scene's name: " x4".
std::string scaled_suffix(int scaled_by);

/// One variant on p times a problem.
struct ScaledRows {
  const ResultRow* one = nullptr;  ///< on one thread
  const ResultRow* all = nullptr;  ///< on p threads; for p = 1 the same row
  [[nodiscard]] int threads() const;
  [[nodiscard]] double speedup() const;
  /// Neither was measured beside other programs that took much.
  [[nodiscard]] bool is_lawful() const;
};
/// One variant's, p = 1 first.
struct ScaledSweep {
  std::string scene;  ///< without what says how many times it is
  std::vector<ScaledRows> rows;

  /// All of them are lawful: what is concluded of the sweep needs every row.
  [[nodiscard]] bool is_lawful() const;
  /// Every row that it is made of.
  [[nodiscard]] std::vector<const ResultRow*> measured() const;
  /// gustafson_fraction() of those rows to which laws are fitted.
  [[nodiscard]] std::optional<double> serial_part() const;
  /// The time of one thread on its problem over that of p on p times that.
  [[nodiscard]] double efficiency(const ScaledRows& of) const;
};
std::vector<ScaledSweep> scaled_in(const Result& result);

/// How variants scale where the problem grows with the threads; nothing where none was measured so.
Document weak_scaling_tables(const Result& result);

}  // namespace heteroscope
