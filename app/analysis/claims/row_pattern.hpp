#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/results/result.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

class Section;

/// Which of a result's rows, by what they have; empty: whatever they have there.
struct RowPattern {
  std::string variant{}, scene{}, memory{};
  BlockShape block{};
  std::string precision{};
  std::string row{};             ///< the id that a lesson has given it
  bool several_threads = false;  ///< not those of one thread
};

/// Rows under a name, by which statements and texts speak of them.
struct NamedRows {
  std::string name;
  RowPattern rows;
  std::string suite{}, machine{};  ///< of published figures: beside which suite, and of which machine; empty: measured
};
using RowNames = std::vector<NamedRows>;

/// The pattern that an object has: "variant", "scene", "memory", "block", "precision", "threads": "several". Throws
/// BadInput for a block or threads that are none.
RowPattern rows_in(const Section& section);

/// The row has what the pattern asks for.
bool fits(const ResultRow& row, const RowPattern& pattern);
/// Rows that do, in the result's order.
std::vector<const ResultRow*> rows_like(const Result& result, const RowPattern& pattern);
/// The fastest of them; null where there is none.
const ResultRow* fastest_like(const Result& result, const RowPattern& pattern);
/// By that time, of rows that have it; empty: by time_id().
const ResultRow* fastest_of(const std::vector<const ResultRow*>& rows, std::string_view time);

/// The id of a row's time: its median, or the mean of published figures that have no median.
std::string_view time_id(const ResultRow& row);
/// CPU threads; 0 where it does not say.
int threads_of(const ResultRow& row);

/// "cuda_shared, 16x16"; of a pattern without a variant, its scene or what it is of.
std::string label_of(const RowPattern& pattern);

}  // namespace heteroscope
