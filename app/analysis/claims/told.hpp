#pragma once

#include <vector>

#include "app/analysis/claims/judged.hpp"

namespace heteroscope {

/// The verdict on a statement about two figures, or about the times of two rows. The reason, in the statement's own
/// words, is given only if the verdict is open.
ToldVerdict told_by_figures(const Statement& statement, const Result& measured);

/// The verdict on statements that must hold together, as a lesson tells it.
ToldVerdict tell(const std::vector<Statement>& all, const Result& measured);

}  // namespace heteroscope
