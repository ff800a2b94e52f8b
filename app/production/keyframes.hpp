#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// A movie's keyframes as JSON: {"keyframes": [{settings}, …]}, each as settings are saved. Throws BadInput for some
/// that cannot be saved.
std::string keyframes_to_json(const std::vector<Settings>& keyframes, Catalog catalog);

inline constexpr std::size_t longest_keyframes = std::size_t{1} << 26;  ///< in bytes of JSON

/// What that wrote: two at least. Throws BadInput, naming `name` and the number of the keyframe, counted from 1, for
/// anything else.
std::vector<Settings> keyframes_from_json(const std::string& text, const std::string& name, Catalog catalog);

}  // namespace heteroscope
