#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// The known word that `word` is probably a misspelling of; empty where none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace heteroscope
