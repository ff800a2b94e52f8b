#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heteroscope {

/// The beginning of a path whose continuations are looked for.
struct NamesRequest {
  std::string text;             ///< a path, or its beginning, as it was typed
  bool pictures_alone = false;  ///< leaves out settings, results and saved views
  std::string base = {};        ///< the folder of a path that names none; empty: the one the program was started in
  bool operator==(const NamesRequest&) const = default;
};

/// Files and folders whose paths begin with a text.
struct FoundNames {
  NamesRequest of;
  std::string path;    ///< the text's path, in `base` where it is one without a folder
  std::string folder;  ///< the folder in which they lie, as an absolute path; empty where there is none
  std::string parent;  ///< the folder above, with a slash behind it, where the text ends with a slash; else empty
  std::vector<std::string> paths;  ///< sorted; each begins with `path`; folders have a slash behind them
  std::size_t more = 0;            ///< number of paths that were left out because there are too many
  bool is_folder = false;          ///< the text is the path of a folder
  bool is_file = false;            ///< the text is the path of anything else that is there
};

/// Returns at most `most` files that can be opened and folders whose paths begin with the text. Hidden ones are left
/// out unless the text has the beginning of their name. Returns none for a command line or a location.
FoundNames names_beginning(const NamesRequest& request, std::size_t most);

/// Returns the longest text with which all paths begin; empty where there are none.
std::string common_beginning(const std::vector<std::string>& paths);

}  // namespace heteroscope
