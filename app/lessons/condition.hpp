#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/figure.hpp"

namespace heteroscope {

/// A statement about what is measured in a lesson:
///   A faster than B [by 1.2]       rows: B takes so many times as long, at least
///   A like B [within 5 %]          rows: neither takes longer than the other by more
///   X above Y [by 1.2]             figures; so many times as large, at least
///   X below Y [by 1.2]
///   X equals Y [within 5 %]        figures that have no interval
///   not …                          the contrary of one of these
struct Condition {
  enum class Kind { at_least, above, alike, equals };
  Kind kind = Kind::above;
  std::string text;         ///< as it was written
  LessonFigure more, less;  ///< that is to be the larger, and the other; of alike and equals in any order
  bool contrary = false;
  double factor = 1;  ///< of at_least and alike; of equals the share that they may differ by
};

/// Throws BadInput that says what is wrong with it.
Condition parse_condition(const std::string& text, const std::vector<std::string>& rows);

/// What statements come to that have to hold together.
struct ToldVerdict {
  Verdict verdict = Verdict::unknown;
  std::string why;  ///< where it cannot be told, in a line
};
ToldVerdict tell(const std::vector<Condition>& all, const Result& measured);

}  // namespace heteroscope
