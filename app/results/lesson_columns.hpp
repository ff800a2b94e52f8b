#pragma once

#include "app/results/datum.hpp"

/// The columns that a lesson's measurement has beside those of a benchmark.
namespace heteroscope::column::lesson {

inline constexpr Column id{"lesson", "lesson", "The lesson that the rows belong to"};  ///< a fact
inline constexpr Column row{"row", "row", "The id of the row in the lesson"};
inline constexpr Column label{"label", "what", "The name of the row in the lesson"};

/// The rows that were not measured are a list of facts.
inline constexpr std::string_view missing = "missing";
inline constexpr Column why{"why", "why", "Why the row was not measured"};

/// The figures that the lesson asks for beside its rows are a list of facts: each has a value, or why there is none.
inline constexpr std::string_view beside = "beside";
inline constexpr Column figure{"figure", "figure", "A figure that the lesson needs besides its rows"};
inline constexpr Column value{"value", "value", "The value of the figure"};
inline constexpr Column why_no_value{"why", "why", "Why the figure is not known here"};

}  // namespace heteroscope::column::lesson
