#pragma once

#include <string>

#include "app/options/command_text.hpp"
#include "core/base/build_facts.hpp"

namespace heteroscope {

/// The program's manual page in the language of man(7), one page for all commands. It has no date, so that the same
/// program gives the same bytes.
std::string manual(const CommandText& program, const BuildFacts& facts);

}  // namespace heteroscope
