#pragma once

#include <string>
#include <string_view>

#include "app/results/result.hpp"

namespace heteroscope {

/// What a statement about figures comes to.
enum class Verdict { holds, does_not, unknown };

/// A figure and the ends of its 95 % interval.
struct Bounded {
  double value = 0;
  double low = 0, high = 0;
  bool sure = true;     ///< false: nothing is concluded from it
  std::string doubt{};  ///< why not: few_runs, or what other programs took meanwhile; empty where it is sure
};

/// An interval's ends are then the value itself.
inline constexpr std::string_view few_runs = "with too few runs for an interval";

/// A number that a row has. What follows from a time (a rate, a share of a ceiling, a step's time) has the time's
/// interval, that of whole calls one of its own; all others are exact. What was timed in a marked row
/// (app/analysis/others.hpp) is not sure. Throws BadInput if the row has no such number.
Bounded bounded(const ResultRow& row, std::string_view id);

/// Why nothing is concluded from the two together; rather by what others took than by too few runs.
std::string doubt_of(const Bounded& a, const Bounded& b);

/// How many times as much the one is as the other.
Bounded over(const Bounded& a, const Bounded& b);

/// That a ratio is so large at least, or larger than 1 where that is 1.
Verdict at_least(const Bounded& ratio, double factor);
/// That a ratio is no larger.
Verdict at_most(const Bounded& ratio, double factor);
/// That neither is more than so many times the other.
Verdict alike(const Bounded& ratio, double factor);

/// Exact figures differ by no more than that share of the second. What is no number equals nothing.
bool equal(double a, double b, double share);

}  // namespace heteroscope
