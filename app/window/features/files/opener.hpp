#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "app/window/feature/single_task.hpp"
#include "app/window/features/files/open_file.hpp"

namespace heteroscope {

/// Reads the files that are dropped on the window or named in it, one after the other, off its thread.
class Opener {
 public:
  /// What became of a file.
  struct Outcome {
    std::filesystem::path path;  ///< or what else it is
    Opened opened;
    std::string error;    ///< one line; then nothing was opened
    bool is_file = true;  ///< no command line, no location
  };

  void add(const std::vector<std::filesystem::path>& paths);
  /// A file's path; a command line of this program, whose settings are taken; or a location, this
  /// program's or another one's, to which one goes.
  void add_typed(const std::string& text);
  /// Begins to read the next file: as a source for `now`, or as settings in its place.
  void update(const Settings& now, const SourceMemory& sources, Catalog catalog);
  /// The file that was read, once.
  std::optional<Outcome> take() { return task_.take(); }
  [[nodiscard]] bool busy() const { return !waiting_.empty() || task_.busy(); }

 private:
  struct Wish {
    std::filesystem::path path;
    std::string command;  ///< or a location, instead of a file
  };
  std::deque<Wish> waiting_;
  SingleTask<Outcome> task_;
};

}  // namespace heteroscope
