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

/// The state of a window that the next start restores.
struct Memory {
  std::optional<Settings> settings;
  Preferences preferences;
  std::vector<std::string> recent;  ///< paths that were opened, newest first
  std::vector<OwnView> own_views;
  bool operator==(const Memory&) const = default;
};

/// Returns the path of the state: own_file("window.json").
std::filesystem::path memory_path();

/// Returns the state as JSON; it must have settings. Throws BadInput for settings that cannot be saved.
std::string memory_to_json(const Memory& memory, Catalog catalog);
/// Reads a state from JSON. Throws BadInput, naming `name`, for text that is no window's state.
Memory memory_from_json(const std::string& text, const std::string& name, Catalog catalog);

/// The state that a start finds.
struct Recollection {
  Memory memory;        ///< the defaults if nothing was remembered
  std::string trouble;  ///< one line on what could not be restored; empty where all is
};

/// Reads the state. A file that is damaged, or is something else, does not stop a start: it is renamed to
/// window.json.damaged.
Recollection load_memory(const std::filesystem::path& path, Catalog catalog);

/// Writes the state, merged with changes that other windows have written since. `base` is the state that this window
/// has written last or has begun with: parts that have not changed from it are not written over. Returns the state that
/// was written. A damaged file is renamed as in load_memory(). Throws BadInput where it cannot be written.
Recollection save_memory(const std::filesystem::path& path, const Memory& memory, Catalog catalog,
                         const Memory& base = {});
/// Merges the recent paths of two windows, newest first. `base`: the paths that both had before.
std::vector<std::string> merged_recent(const std::vector<std::string>& base, const std::vector<std::string>& mine,
                                       const std::vector<std::string>& theirs);

}  // namespace heteroscope
