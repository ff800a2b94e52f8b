#pragma once

#include <string>

#include "app/commands/bench/cross_rows.hpp"

namespace heteroscope {

/// The variants ranked at the axis' largest value: in each block, beside their published places, and all together, each
/// in its fastest block.
std::string rankings(const CrossRows& of);

}  // namespace heteroscope
