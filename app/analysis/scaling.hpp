#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// The experimentally determined serial fraction of Karp and Flatt: (1/S − 1/p) / (1 − 1/p) for a speed-up S on p > 1
/// threads ("Measuring parallel processor performance", Communications of the ACM 33(5), 1990).
double karp_flatt(double speedup, int threads);

/// A number of threads, and the time on them over the time on one.
struct ScalingPoint {
  int threads = 1;
  double relative_time = 1;
};
/// The fraction s that stays serial in Amdahl's law, T(p)/T(1) = s + (1 − s)/p, where it fits the points best (least
/// squares). None without a point of several threads.
std::optional<double> amdahl_fraction(std::span<const ScalingPoint> points);

/// The speed-up that Amdahl's law promises on so many threads over one: 1 / (s + (1 − s) / p).
double amdahl_speedup(double serial, double threads);

/// A speed-up beside the number of threads.
enum class SpeedupKind {
  unknown,     ///< too few runs for an interval, or one so wide that it may be any
  sublinear,   ///< less than as many times as there are threads
  linear,      ///< as many, as far as the intervals and the noise tell
  superlinear  ///< more, as where a thread's share fits its own cache and the whole does not
};
/// Empty where it is unknown.
const char* text_of(SpeedupKind kind);
/// The kind of speed-up between rows of the same problem with one thread and with several.
SpeedupKind kind_of(const ResultRow& one, const ResultRow& several);

/// The rows of one variant of one problem on the CPU with different counts of threads, the fewest first; one thread is
/// among them.
using Swept = std::vector<const ResultRow*>;
/// Those whose problem stays what it is (strong scaling).
std::vector<Swept> swept_in(const Result& result);
/// Their times over that of one thread.
std::vector<ScalingPoint> scaling_of(const Swept& rows);

/// Fills in what rows have that follows from others of other counts of threads: speed-ups over one thread,
/// efficiencies, and the laws of Karp and Flatt, Amdahl and Gustafson.
void set_scaling(Result& result);
/// The rows to which laws are fitted: none is marked (app/analysis/others.hpp), and one thread is among them. Empty if
/// that one is marked, since all times are relative to it.
Swept lawful(const Swept& rows);
/// amdahl_fraction() of them.
std::optional<double> serial_part(const Swept& rows);

/// How variants scale over threads, where they were measured with several counts; nothing where none was.
Document scaling_tables(const Result& result);

}  // namespace heteroscope
