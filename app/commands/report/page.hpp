#pragma once

#include <string>
#include <vector>

#include "app/commands/report/pictures.hpp"
#include "app/results/parts.hpp"

namespace heteroscope {

/// A part of the page: a run of bench, and the command that measures it again.
struct ReportedRun {
  std::string file;  ///< its name, as it was given
  Result result;
  std::vector<PicturedScene> pictures{};  ///< pictures_of(result); none: the page has none
};

/// The runs in a file of that name, each part by its name; throws BadInput for one without rows.
std::vector<ReportedRun> runs_of(const Results& results, const std::string& file);

/// All runs as a page that stands alone: it asks for nothing from anywhere. Runs of one workload that have rows in
/// common are also held against each other. Of suites that were left out, for want of a device, say, it has what was
/// published, and the judgement of that.
std::string report_html(const std::vector<ReportedRun>& runs, const std::vector<LeftOut>& left_out = {});
/// The report without graphs and pictures.
std::string report_markdown(const std::vector<ReportedRun>& runs, const std::vector<LeftOut>& left_out = {});

}  // namespace heteroscope
