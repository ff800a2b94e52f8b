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

/// Who the report is that figures and conclusions are from: "seed 000: "Title", authors; kind, year."
std::string source_line(const Published& published);

/// What a conclusion comes to by the figures that were published with it.
struct JudgedByPublished {
  std::string_view machine;  ///< whose figures these are; empty where there are none, or all leave the same open
  Judged judged;
};
/// For each conclusion: what it comes to by every machine whose figures decide it. Where none does: why not, of each
/// machine, or once where all have the same reason.
std::vector<JudgedByPublished> judged_by_published(const Suite& suite);

/// What has been published beside what was measured, a line for each row of it; and what its conclusions come to, here
/// and by its own figures.
Document beside_published(const Result& result, const Suite& suite);

/// The same of a suite that says something of what was published, without anything measured: for want of a device, say.
Document published_alone(const Suite& suite);

}  // namespace heteroscope
