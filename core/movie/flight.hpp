#pragma once

#include "core/model/view.hpp"

namespace heteroscope {

/// Where a number is on its way, t from 0 to 1: at 0 and 1 exactly at the ends. `logarithmic`: by equal factors in
/// equal times, in as many digits as `from` has and thirteen; both must be above 0. Else by equal differences, exactly.
Decimal between(const Decimal& from, const Decimal& to, long double t, bool logarithmic);

/// The view on the way from one to another. Its width changes by equal factors in equal times; its center moves with it
/// so that the one point of the picture that is at the same place in both stays there all the time, and everything else
/// moves on a straight line from it. Between views of one width it moves straight and evenly. The center is rounded to
/// 1e-12 of the width. Both widths are above 0.
View flight(const View& from, const View& to, long double t);

/// How long that way is as the eye sees it: the factor's natural logarithm, and how far the center moves in widths of
/// the wider view.
double flight_length(const View& from, const View& to);

}  // namespace heteroscope
