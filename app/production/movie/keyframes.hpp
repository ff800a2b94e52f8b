#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"
#include "core/movie/key_frames.hpp"

namespace heteroscope {

/// A movie's keyframes as JSON: {"keyframes": [{settings}, …]}, each as settings are saved. Throws BadInput for some
/// that cannot be saved.
std::string keyframes_to_json(const std::vector<Settings>& keyframes);

inline constexpr std::size_t longest_keyframes = std::size_t{1} << 26;  ///< in bytes of JSON

/// Reads such a text: at least two keyframes. Throws BadInput, naming `name` and the number of the keyframe, counted
/// from 1, for anything else.
std::vector<Settings> keyframes_from_json(const std::string& text, const std::string& name);

/// Those of a recording: how they are computed and colored, and the size, are the first one's. Throws what KeyFrames
/// does, calling them "keyframe 1", ….
KeyFrames recorded_key_frames(const std::vector<Settings>& keyframes);

}  // namespace heteroscope
