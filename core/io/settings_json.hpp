#pragma once

#include <filesystem>
#include <string>

#include "core/settings.hpp"

namespace heteroscope {

/// Settings as JSON text, with "heteroscope": 1 as the format's version.
std::string to_json(const Settings& settings);
/// Throws BadInput, naming `name` and the offending key, for text that is no JSON, is of another version, or holds
/// something that the catalog does not know.
Settings settings_from_json(const std::string& text, const std::string& name, Catalog catalog);

/// Settings from a .json file, or from a PNG that heteroscope wrote. Throws BadInput.
Settings load_settings(const std::filesystem::path& path, Catalog catalog);

}  // namespace heteroscope
