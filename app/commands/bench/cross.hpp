#pragma once

#include <string>

#include "app/commands/bench/rows.hpp"

namespace heteroscope {

/// The rows of a suite with an axis as tables: for each variant its times over axis and block, beside the published
/// ones; then the variants ranked at the axis' largest value, in each block and all together.
std::string cross_tables(const Bench& bench);

}  // namespace heteroscope
