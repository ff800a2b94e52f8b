#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/types/types.hpp"

namespace heteroscope {

/// Bytes in base64 (RFC 4648, section 4).
std::string base64(std::span<const std::byte> bytes);

/// A PNG as an element of a page that holds it. `words`: what it shows, for those who do not see it.
std::string html_png(std::span<const std::byte> png, Size size, std::string_view words);

}  // namespace heteroscope
