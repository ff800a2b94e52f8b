#pragma once

#include "app/analysis/tables/cross_rows.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// A row and its place among those that compute the same.
struct RankedRow {
  const ResultRow* row = nullptr;
  std::string place;  ///< "1", "2 ="; empty: it has none, or the result is no ranking
};

/// Whether the rows are a ranking of variants from files.
bool is_ranking(const Result& result);

/// The rows in the order in which a table has them: as they were measured, or in a ranking by problem, the fastest
/// first.
std::vector<RankedRow> rows_in_order(const Result& result);

/// Which variant is fastest, by how much, and with which certainty, or which are a tie: a sentence for each problem of
/// a ranking that has two rows with a place.
Document winners(const Result& result);

/// The variants ranked at the axis' largest value: in each block, beside their published places, and all together, each
/// in its fastest block.
Document rankings(const CrossRows& of);

}  // namespace heteroscope
