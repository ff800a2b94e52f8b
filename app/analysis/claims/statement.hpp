#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/claims/stated_figure.hpp"

namespace heteroscope {

/// A statement about measured rows, by which lessons say when an explanation fits and files of published reports what
/// was concluded. A, B and C are names of rows, or times of such rows ("A.whole_ms"); X and Y are figures:
///   A faster than B [by 1.2] [at most] [on average]   B takes so many times as long, at least or at most; on average:
///                                                     by speed-ups over the suite's baseline, in the mean of all
///                                                     scenes that both have
///   A faster than B, C everywhere                     than each of them in each scene and block
///   A faster than B, C mostly                         in more than half of these
///   A like B [within 5 %]                             neither takes longer than the other by more
///   A gains on B                                      B's times over A's grow from the first scene to the last
///   A differs                                         some of its values are not the reference's
///   A starts slower [by 1.2]                          most rows' first runs take so many times as long as their
///                                                     medians
///   A follows prediction within 45 %                  measured over predicted times are no farther from their mean
///   A grows linearly [by 0.99]                        over the suite's axis, with so large a correlation at least
///   A grows exponentially                             the logarithms of its times are nearer to a line than they are
///   X above Y [by 1.2]                                so many times as large, at least
///   X below Y [by 1.2]
///   X equals Y [within 5 %]                           figures that have no interval
///   not …                                             the contrary of one of these
/// Where A and B are of several threads they are compared with as many.
struct Statement {
  enum class Kind {
    times,  ///< A faster than B, A like B
    averages,
    everywhere,
    mostly,
    widening,
    differences,
    proportion,
    first_runs,
    straight_line,
    exponential,
    above,  ///< X above Y; "X below Y" is Y above X
    equals,
  };
  /// How many times as fast A is as B.
  enum class Bound {
    at_least,  ///< the factor
    at_most,   ///< the factor: A gains no more than that over B, and may be the slower one
    alike,     ///< neither is faster by more than the factor
  };
  std::string text;  ///< as it was written
  Kind kind = Kind::times;
  Bound bound = Bound::at_least;
  bool contrary = false;
  double factor = 1;                  ///< of equals the share that they may differ by
  StatedFigure of{}, than{};          ///< A and B, X and Y; only the first where it is about one
  std::vector<std::string> others{};  ///< of everywhere and mostly: the variants that A is held against

  /// The rows of A and of B.
  [[nodiscard]] const RowPattern& fast() const { return of.of.rows; }
  [[nodiscard]] const RowPattern& slow() const { return than.of.rows; }
  /// The id of the time that is compared; empty: a row's usual one.
  [[nodiscard]] std::string_view time() const;
};

/// Which of the two figures is over the other in the ratio that the statement is about, and that other.
const StatedFigure& numerator(const Statement& statement);
const StatedFigure& denominator(const Statement& statement);

/// Throws BadInput that says what is wrong with it.
Statement parse_statement(const std::string& text, const RowNames& rows);

}  // namespace heteroscope
