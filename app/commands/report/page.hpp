#pragma once

#include <string>
#include <vector>

#include "app/results/result.hpp"

namespace heteroscope {

/// A part of the page: a run of bench, and the command that measures it again.
struct ReportedRun {
  std::string file;  ///< its name, as it was given
  Result result;
};

/// All runs as a page that stands alone: it asks for nothing from anywhere.
std::string report_html(const std::vector<ReportedRun>& runs);
std::string report_markdown(const std::vector<ReportedRun>& runs);

}  // namespace heteroscope
