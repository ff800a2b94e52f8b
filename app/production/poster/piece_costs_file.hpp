#pragma once

#include <filesystem>
#include <string>

#include "app/ranks/piece_cost.hpp"

namespace heteroscope {

/// The costs of a poster's pieces, for `study ranks`, as JSON; `what` names the poster.
std::string piece_costs_json(const PieceCosts& costs, const std::string& what);

/// The costs read from such a file, and the poster's name. Throws BadInput, naming the file, for anything else.
struct SavedPieceCosts {
  PieceCosts costs;
  std::string what;
};
SavedPieceCosts read_piece_costs(const std::filesystem::path& path);

}  // namespace heteroscope
