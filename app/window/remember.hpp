#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/window/preferences.hpp"
#include "core/settings.hpp"

namespace heteroscope {

/// What the next start shows again.
struct Memory {
  std::optional<Settings> settings;
  Preferences preferences;
};

/// $XDG_CONFIG_HOME/heteroscope/window.json, else ~/.config/heteroscope/window.json; empty if neither is set.
std::filesystem::path memory_path();

/// What was remembered; the defaults if nothing was. Throws BadInput for a damaged file.
Memory load_memory(const std::filesystem::path& path, Catalog catalog);

/// Throws BadInput.
void save_memory(const std::filesystem::path& path, const Settings& settings, const Preferences& preferences,
                 Catalog catalog);

}  // namespace heteroscope
