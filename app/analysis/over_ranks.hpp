#pragma once

#include <string>
#include <vector>

#include "app/results/parts.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// What one of several ranks has measured.
struct RankResults {
  std::string host;
  Results results;
};

/// The same rows, measured by all ranks at once, each as one: what it is, the ranks' medians from the shortest to the
/// longest, which rank that is, and the rate of all together. Throws BadInput where ranks have other rows.
std::vector<ResultRow> rows_over_ranks(const std::vector<RankResults>& ranks);

/// The ranks with their machines, and a table of those rows.
Document report_over_ranks(const std::vector<RankResults>& ranks);
/// The ranks, those rows, and what each rank has measured as `bench --json` has it.
std::string json_over_ranks(const std::vector<RankResults>& ranks);

}  // namespace heteroscope
