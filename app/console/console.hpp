#pragma once

#include <string_view>

#include "core/base/nearest.hpp"

namespace heteroscope {

/// Puts something in place of standard streams that the caller has closed, which refuses what is written: a file that
/// is opened later would else become one of them. Called once, at the program's start.
void fill_standard_streams();

/// Suppresses all further output, since another process writes the same.
void be_silent();
[[nodiscard]] bool is_silent();

/// Writes to standard output. Throws BadInput with the system's reason if it cannot be written (a full disk, say).
void print_out(std::string_view text);
/// Makes sure that all of it has arrived; throws likewise.
void flush_out();

/// Writes "KIND: TEXT" to standard error, as one_line() makes it of whatever the text is. Throws nothing, also where
/// there is no memory left: where nobody can be told, the exit code still says what happened.
void print_error(std::string_view kind, std::string_view text) noexcept;

}  // namespace heteroscope
