#pragma once

#include <string>
#include <vector>

#include "app/analysis/cliffs.hpp"

namespace heteroscope {

/// Prints the cliffs of the ladders that the files make, one rung a file in the order of their names, and how many
/// rungs were judged. Returns the number of cliffs. Throws BadInput for a file that is no result.
int print_cliffs(const std::vector<std::string>& files, const CliffRule& rule);

}  // namespace heteroscope
