#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"
#include "core/movie/key_frames.hpp"

namespace heteroscope {

/// The key frames, as they were typed: in a file, or one by one.
struct KeyFrameOptions {
  std::optional<std::string> file;
  std::optional<std::string> from;  ///< none: what the other options say
  std::vector<std::string> via;
  std::optional<std::string> to;
};

void add_key_frame_options(Command& command, KeyFrameOptions& options);

/// Each key frame is a file with settings, a scene of the workload, or numbers by which it differs from the one before
/// ("span=1e-20,center_re=-0.75", "steps=4000"), the first from what the other options say. What those options set
/// holds in all of them; how it is computed and colored, and the size, are theirs alone, or where no workload is named
/// those of the first file. Those in a file of key frames are settings, in which the other options are
/// set; the first one's execution, look and size are all's. Notes in `use` which files are read. Throws BadInput.
KeyFrames make_key_frames(const KeyFrameOptions& options, const SettingsOptions& typed, FileUse& use);

}  // namespace heteroscope
