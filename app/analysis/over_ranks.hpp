#pragma once

#include <string>
#include <vector>

#include "app/results/parts.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// The measurements of one of several ranks.
struct RankResults {
  std::string host;
  Results results;
};

/// The rows that all ranks measured at the same time, each as one row: what it is, the ranks' medians from the shortest
/// to the longest and whose the latter is, and the rate of all together. Throws BadInput if ranks have different rows.
std::vector<ResultRow> rows_over_ranks(const std::vector<RankResults>& ranks);

/// The ranks with their machines, and a table of those rows.
Document report_over_ranks(const std::vector<RankResults>& ranks);
/// The ranks, those rows, and what each rank has measured as `bench --json` has it.
std::string json_over_ranks(const std::vector<RankResults>& ranks);

}  // namespace heteroscope
