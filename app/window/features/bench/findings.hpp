#pragma once

#include <string>

#include "app/text/document.hpp"

namespace heteroscope {

/// Draws words behind a bullet.
void put_item(const std::string& words);
/// Draws what is concluded from measurements: paragraphs, lists and tables, as wide as there is room.
void put_findings(const Document& document);

}  // namespace heteroscope
