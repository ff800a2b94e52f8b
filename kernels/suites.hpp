#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/suite.hpp"

namespace heteroscope {

/// A report whose figures or conclusions are compared with. What its own pages do not say is empty.
struct SourceReport {
  std::string_view id;  ///< "seed 000", as it is called elsewhere
  std::string_view title;
  std::string_view authors;
  std::string_view kind;  ///< and where it was written
  std::string_view year;
};
/// All of them.
std::span<const SourceReport> source_reports();
/// Title, authors, kind and year in a line.
std::string line_of(const SourceReport& report);
/// Those whose figures or conclusions a suite has, by the words that say where these are from.
std::vector<const SourceReport*> source_reports_of(const Suite& suite);

/// Every suite of `bench`.
Suites suites();
/// Every collection of them.
Collections collections();

}  // namespace heteroscope
