#pragma once

#include <string>
#include <vector>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// What moves from one key frame to the next, and the length of its way in a unit of its own.
struct Moving {
  std::string id;  ///< "view", "steps", a parameter's id, "source.ID"
  double length = 0;
};

/// All that moves. Throws BadInput, in a line without the key frames' names, where something differs that cannot move.
std::vector<Moving> what_moves(const Problem& from, const Problem& to, Catalog catalog);

/// The problem on its way, t from 0 to 1; both are such as what_moves() takes.
Problem moved(const Problem& from, const Problem& to, long double t, Catalog catalog);

}  // namespace heteroscope
