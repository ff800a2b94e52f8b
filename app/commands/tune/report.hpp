#pragma once

#include <string>

#include "app/text/document.hpp"
#include "app/tune/job.hpp"

namespace heteroscope {

/// The best that were found, their ties, what was thrown out and why, and how to compute as the winner does.
Document tune_report(const TuneOutcome& outcome, const TuneJob& job, Catalog catalog);

/// "the budget is used up": why a search has ended.
std::string end_text(TuneEnd end);

}  // namespace heteroscope
