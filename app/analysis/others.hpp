#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/measures/others.hpp"
#include "app/results/result.hpp"
#include "app/text/document.hpp"

/// What other programs took while rows were measured, as results have it.
namespace heteroscope {

/// What a row says of it.
TakenByOthers taken_in(const ResultRow& row);
/// Other programs took so much while the row was measured that nothing is concluded from its times.
bool is_marked(const ResultRow& row);
/// The faster is the less; rows from which nothing is concluded come behind all others.
std::pair<bool, double> order_by_time(const ResultRow& row);
/// " *" behind what was timed in a marked row; empty otherwise.
const char* star(const ResultRow& row);
/// "other programs took 48 % of the processors"; empty if it is not marked.
std::string others_text(const ResultRow& row);
/// The same of the rows from which they took the most; empty if none is marked.
std::string others_text(const std::vector<const ResultRow*>& rows);
/// "48.2 %": of the processors that compute it; "unknown" where nobody says. Empty where a result does not have it at
/// all.
std::string others_cell(const ResultRow& row);
/// Whether any row has something to show there.
bool has_others(const Result& result);

/// What the stars beside medians say, in a line; empty where no row is marked.
std::string marked_note(const Result& result);
/// The same of so many rows of which so many are marked; `others`: others_text() of them.
std::string marked_note(std::size_t marked, std::size_t rows, const std::string& others);
/// What is not known of some rows.
Document unknown_others(const Result& result);
/// marked_note() and unknown_others().
Document others_notes(const Result& result);

}  // namespace heteroscope
