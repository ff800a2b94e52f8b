#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/suite.hpp"

namespace heteroscope {

/// A report whose figures or conclusions are compared with ours. What its own pages do not say is empty.
struct SourceReport {
  std::string_view id;  ///< "seed 000", as it is called elsewhere
  std::string_view title;
  std::string_view authors;
  std::string_view kind;  ///< the kind of report, and where it was written
  std::string_view year;
};
/// All reports.
std::span<const SourceReport> source_reports();
/// The title, authors, kind and year in one line.
std::string line_of(const SourceReport& report);
/// The reports whose figures or conclusions a suite has, found by the words that say where these are from.
std::vector<const SourceReport*> source_reports_of(const Suite& suite);

/// All suites of `bench`.
Suites suites();
/// All collections of suites.
Collections collections();

}  // namespace heteroscope
