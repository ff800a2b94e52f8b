#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/window/feature/single_task.hpp"
#include "app/window/features/files/open_file.hpp"

namespace heteroscope {

/// Something that a person has asked for by its name.
struct OpenWish {
  std::string text;        ///< a file's path, a file:// URI, a command line of this program, or a location
  bool as_source = false;  ///< a picture that becomes the source, whatever settings it holds; no command line
  /// Called on the window's thread once it is open, with an empty text, or could not be opened, with a line that says
  /// why. Returns whether it has shown that line; null: nobody does.
  std::function<bool(const std::string& error)> told = nullptr;
};

/// Reads the files that are dropped on the window or named in it, one after the other, off its thread.
class Opener {
 public:
  /// What became of a file.
  struct Outcome {
    std::filesystem::path path;  ///< or what else it is
    Opened opened;
    std::string error;                                             ///< one line; then nothing was opened
    bool is_file = true;                                           ///< no command line, no location
    std::function<bool(const std::string& error)> told = nullptr;  ///< the wish's
  };

  void add(const std::vector<std::filesystem::path>& paths);
  /// Takes a path, a command line, whose settings are taken, or a location of this program or of another one, to which
  /// the view goes.
  void add(OpenWish wish);
  /// Begins to read the next file: as a source for `now`, or as settings in its place.
  void update(const Settings& now, const SourceMemory& sources, Catalog catalog);
  /// The file that was read, once.
  std::optional<Outcome> take() { return task_.take(); }
  [[nodiscard]] bool busy() const { return !waiting_.empty() || task_.busy(); }

 private:
  struct Wish {
    std::filesystem::path path;
    std::string command = {};  ///< or a location, instead of a file
    bool as_source = false;
    std::function<bool(const std::string& error)> told = nullptr;
  };
  std::deque<Wish> waiting_;
  SingleTask<Outcome> task_;
};

/// The path that a text means: without the blanks around it, "~" as the home folder, and of a file:// URI its path.
std::filesystem::path typed_path(const std::string& text);

}  // namespace heteroscope
