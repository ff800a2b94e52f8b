#pragma once

#include <filesystem>
#include <string>

#include "app/ranks/piece_cost.hpp"

namespace heteroscope {

/// What the pieces of a poster took, for `study ranks`, as JSON. `what`: of which poster.
std::string piece_costs_json(const PieceCosts& costs, const std::string& what);

/// What that wrote, and of which poster. Throws BadInput, naming the file, for anything else.
struct SavedPieceCosts {
  PieceCosts costs;
  std::string what;
};
SavedPieceCosts read_piece_costs(const std::filesystem::path& path);

}  // namespace heteroscope
