#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// Reads what compute-sanitizer says. Source of its forms: NVIDIA's Compute Sanitizer documentation, "Understanding
/// Memcheck Errors" and "Understanding Racecheck Analysis Reports"; versions from 11 on differ in the order of a place.

/// Returns the first error of memcheck's log: "my_heat.cu:12: invalid __global__ write of 4 bytes by thread (3,0,0) of
/// block (7,0,0)". The place is the first of the error's frames that is in the file of that name; else the first that
/// the log has at all; without line information the error stands behind the file's name alone. None: the log has no
/// error with a thread.
std::optional<std::string> memory_error_in(std::string_view log, std::string_view file);

/// Returns the races of racecheck's log: "my_heat.cu:13: this write and the read in line 14 race (2048 hazards)".
std::vector<std::string> races_in(std::string_view log, std::string_view file);

/// Returns whether racecheck came to its end: its last words are a summary.
bool has_race_summary(std::string_view log);

}  // namespace heteroscope
