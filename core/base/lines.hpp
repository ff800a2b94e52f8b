#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace heteroscope {

/// Returns the lines of a text, trimmed, without empty ones.
std::vector<std::string_view> lines_of(std::string_view text);
/// A line at its first `separator`: "Re: 1" is "Re" and "1". Both parts are trimmed; the second is empty where there is
/// no separator.
std::pair<std::string_view, std::string_view> parted(std::string_view line, char separator);

}  // namespace heteroscope
