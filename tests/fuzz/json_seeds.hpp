#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/fuzz.hpp"

namespace heteroscope::testing {

/// Settings of every workload, some with what only some have (a file, strokes, choices), and texts that break off.
std::vector<std::string> settings_texts();

/// One of the texts with some of its values replaced by odd ones, all of it chosen by the bytes: what is still JSON
/// gets further than what a changed byte has broken.
std::string with_odd_values(const std::vector<std::string>& texts, std::span<const std::uint8_t> bytes);

std::vector<std::byte> bytes_of(std::string_view text);

/// Ends the program unless the message is one line that begins with "file: ", without control characters, not long, and
/// in the program's own words.
void check_message(std::string_view message);

}  // namespace heteroscope::testing
