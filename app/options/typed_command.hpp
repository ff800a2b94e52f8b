#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/options/settings_options.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// A text begins as a command line of this program does.
bool looks_like_command(std::string_view text);

/// The words of a text as a POSIX shell takes it apart: quotation marks and backslashes, and nothing else. Throws
/// BadInput for a quotation that does not end.
std::vector<std::string> shell_words(std::string_view text);

/// The options in a command line of `render` or `bench`. Throws BadInput for any other text.
SettingsOptions options_of_command(const std::string& text);

/// The settings that a command line means: "heteroscope render mandelbrot --set span=0.1 --out a.png". Nothing is
/// computed or written. Throws BadInput.
Settings settings_of_command(const std::string& text);

/// A text begins as a location does: the options --set KEY=VALUE of `render`, without the rest of a command line.
bool looks_like_location(std::string_view text);

/// Those settings, with what a location sets: "--set center_re=-1.25 --set span=1e-9". Throws BadInput for anything
/// else in it.
Settings settings_of_location(const std::string& text, Settings settings);

}  // namespace heteroscope
