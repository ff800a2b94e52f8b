#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/results/result.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// The row has what the pattern asks for.
bool fits(const ResultRow& row, const RowPattern& pattern);
/// Rows that do, in the result's order.
std::vector<const ResultRow*> rows_like(const Result& result, const RowPattern& pattern);
/// The fastest of them; null where there is none.
const ResultRow* fastest_like(const Result& result, const RowPattern& pattern);
/// By that time, of rows that have it; empty: by time_id().
const ResultRow* fastest_of(const std::vector<const ResultRow*>& rows, std::string_view time);

/// What a row's time is: its median; of published figures that have none their mean.
std::string_view time_id(const ResultRow& row);
/// CPU threads; 0 where it does not say.
int threads_of(const ResultRow& row);

/// "cuda_shared, 16x16"; of a pattern without a variant, its scene or what it is of.
std::string label_of(const RowPattern& pattern);

}  // namespace heteroscope
