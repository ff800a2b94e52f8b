#pragma once

#include <string_view>
#include <vector>

#include "app/window/model/actions/actions.hpp"

namespace heteroscope {

/// Actions whose label, keys or synonyms have all of the text's words in them, whatever their case; those where a
/// word of theirs begins so come first.
std::vector<const ActionEntry*> found_actions(const ActionTable& table, std::string_view text);

}  // namespace heteroscope
