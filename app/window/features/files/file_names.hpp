#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heteroscope {

/// Which names are looked for.
struct NamesWish {
  std::string text;             ///< a path, or its beginning, as it was typed
  bool pictures_alone = false;  ///< no settings, results or saved views
  bool operator==(const NamesWish&) const = default;
};

/// Files and folders whose paths begin with a text.
struct FoundNames {
  NamesWish of;
  std::string folder;  ///< in which they lie, absolute; empty where there is none
  std::string parent;  ///< the folder above with a slash behind it, where the text ends in its folder; else empty
  std::vector<std::string> paths;  ///< by name, folders with a slash behind them; as the text begins, so do they
  std::size_t more = 0;            ///< that were left out, since there are too many
  bool is_folder = false;          ///< the text is the path of one
  bool is_file = false;            ///< the text is the path of anything else that is there
};

/// At most `most` names of files that can be opened, and of folders. Hidden ones are left out unless the text begins
/// their name. Nothing for a command line or a location.
FoundNames names_beginning(const NamesWish& wish, std::size_t most);

/// As much as all of them begin with; empty where there are none.
std::string common_beginning(const std::vector<std::string>& paths);

}  // namespace heteroscope
