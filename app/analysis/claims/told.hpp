#pragma once

#include <vector>

#include "app/analysis/claims/judged.hpp"

namespace heteroscope {

/// What a statement about two figures comes to, or one about two rows' times: the reason only where that is open, in
/// the statement's own words.
ToldVerdict told_by_figures(const Statement& statement, const Result& measured);

/// What statements come to that have to hold together, as a lesson tells it.
ToldVerdict tell(const std::vector<Statement>& all, const Result& measured);

}  // namespace heteroscope
