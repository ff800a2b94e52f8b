#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// SHA-256 of the bytes, as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);
/// SHA-256 of several parts, each with its length, so that no two lists have the same bytes.
std::string sha256_of_parts(const std::vector<std::string_view>& parts);

}  // namespace heteroscope
