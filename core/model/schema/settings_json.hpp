#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

inline constexpr int settings_version = 1;
/// The word for a block or a mapping that is the variant's own.
inline constexpr std::string_view settings_default = "default";

/// Returns settings as JSON text, with "heteroscope": 1 as the format's version, and the program's. Of persons' files
/// it names those alone that compute (without_idle_own_files()). Throws BadInput for what cannot be saved: numbers that
/// are not finite, a file's name that is not UTF-8.
std::string to_json(const Settings& settings, Catalog catalog);
/// Throws BadInput, naming `name` and the offending key, for text that is no JSON, is of another version, or holds
/// something that the catalog does not know.
Settings settings_from_json(const std::string& text, const std::string& name, Catalog catalog);

/// Settings from a .json file, or from a PNG that heteroscope wrote. Throws BadInput.
Settings load_settings(const std::filesystem::path& path, Catalog catalog);

}  // namespace heteroscope
