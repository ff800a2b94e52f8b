#pragma once

#include <string_view>
#include <vector>

#include "app/analysis/claims/published.hpp"
#include "app/results/result.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// All that was published of a suite as figures, those of its tables by block among them.
std::vector<PublishedFigure> published_figures(const Suite& suite);

/// Whose figures these are, in their order.
std::vector<std::string_view> published_machines(const Suite& suite);

/// One machine's figures as rows of the suite, each marked as_printed, so that what judges measured rows judges them,
/// too.
Result published_result(const Suite& suite, std::string_view machine);

}  // namespace heteroscope
