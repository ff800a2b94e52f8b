#pragma once

#include "app/results/datum.hpp"

/// The columns that a lesson's measurement has beside those of a benchmark.
namespace heteroscope::column::lesson {

inline constexpr Column id{"lesson", "lesson", "Whose rows these are"};  ///< a fact
inline constexpr Column row{"row", "row", "Of the lesson"};
inline constexpr Column label{"label", "what", "In the lesson's words"};

/// The rows that were not measured are a list of facts.
inline constexpr std::string_view missing = "missing";
inline constexpr Column why{"why", "why", "It was not measured"};

/// The figures that the lesson asks for beside its rows are a list of facts: each has a value, or why there is none.
inline constexpr std::string_view beside = "beside";
inline constexpr Column figure{"figure", "figure", "That the lesson asks for beside its rows"};
inline constexpr Column value{"value", "value", "Of it"};
inline constexpr Column why_no_value{"why", "why", "It is not known here"};

}  // namespace heteroscope::column::lesson
