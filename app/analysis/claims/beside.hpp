#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/claims/judged.hpp"
#include "app/analysis/claims/published.hpp"
#include "app/results/result.hpp"
#include "app/text/document.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// The report that figures and conclusions are from: ""Title", authors; kind, year."
std::string source_line(const Published& published);

/// The verdict of a conclusion by the figures that were published with it.
struct JudgedByPublished {
  std::string_view machine;  ///< whose figures these are; empty where there are none, or all leave the same open
  Judged judged;
};
/// For each conclusion: what it comes to by every machine whose figures decide it. Where none does: why not, of each
/// machine, or once where all have the same reason.
std::vector<JudgedByPublished> judged_by_published(const Suite& suite);

/// The figures that were published beside those measured, a line for each row; and the verdicts on the report's
/// conclusions, by what was measured here and by its own figures.
Document beside_published(const Result& result, const Suite& suite);

/// The same for a suite of which nothing was measured, for want of a device, say.
Document published_alone(const Suite& suite);

}  // namespace heteroscope
