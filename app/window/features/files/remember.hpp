#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/window/model/ui/preferences.hpp"
#include "app/window/model/views/own_view.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

inline constexpr std::size_t most_recent = 12;

/// What the next start shows again.
struct Memory {
  std::optional<Settings> settings;
  Preferences preferences;
  std::vector<std::string> recent;  ///< paths that were opened, newest first
  std::vector<OwnView> own_views;
  bool operator==(const Memory&) const = default;
};

/// own_file("window.json").
std::filesystem::path memory_path();

/// The state as a text; it must have settings. Throws BadInput for some that cannot be saved.
std::string memory_to_json(const Memory& memory, Catalog catalog);
/// Throws BadInput, naming `name`, for text that is no window's state.
Memory memory_from_json(const std::string& text, const std::string& name, Catalog catalog);

/// What a start finds.
struct Recollection {
  Memory memory;        ///< the defaults if nothing was remembered
  std::string trouble;  ///< one line; empty where all comes back
};

/// What was remembered. A damaged file, or whatever else is there, does not stop a start: it is kept under another name
/// beside, window.json.damaged.
Recollection load_memory(const std::filesystem::path& path, Catalog catalog);

/// Keeps it together with what other windows have kept there since. `base` is what this window has kept last, or has
/// begun with: what is still so is not written over. Returns what is kept then; what is damaged is set aside. Throws
/// BadInput.
Recollection save_memory(const std::filesystem::path& path, const Memory& memory, Catalog catalog,
                         const Memory& base = {});
/// What was opened by two windows, newest first; `base`: what both had opened before.
std::vector<std::string> merged_recent(const std::vector<std::string>& base, const std::vector<std::string>& mine,
                                       const std::vector<std::string>& theirs);

}  // namespace heteroscope
