#pragma once

#include <string>

#include "app/options/command_text.hpp"

namespace heteroscope {

/// Every command with its options and what its help says beside, as a page of Markdown: docs/command-line.md.
std::string command_page(const CommandText& program);

}  // namespace heteroscope
