#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/window/feature/single_task.hpp"
#include "app/window/features/files/open_file.hpp"

namespace heteroscope {

/// A file, a command line or a location that a person asks to open.
struct OpenRequest {
  std::string text;        ///< a file's path, a file:// URI, a command line of this program, or a location
  bool as_source = false;  ///< takes a picture as the source, even if it holds settings; takes no command line
  /// Called on the window's thread once it is open, with an empty text, or once opening has failed, with a line that
  /// says why. Returns whether it has shown that line. Null: the caller of take() shows it.
  std::function<bool(const std::string& error)> told = nullptr;
};

/// Reads the files that are dropped on the window or named in it, one after the other, off the window's thread.
class Opener {
 public:
  /// The outcome of reading a file.
  struct Outcome {
    std::filesystem::path path;  ///< or "the command line", "the location"
    Opened opened;
    std::string error;    ///< one line on why it could not be opened; empty where it is open
    bool is_file = true;  ///< false for a command line and for a location
    std::function<bool(const std::string& error)> told = nullptr;  ///< the request's
  };

  void add(const std::vector<std::filesystem::path>& paths);
  /// Adds a path, a command line, whose settings are taken, or a location of this program or of another one, to which
  /// the view goes.
  void add(OpenRequest request);
  /// Begins to read the next file, as a source for the settings `now` or as settings in their place.
  void update(const Settings& now, const SourceMemory& sources, Catalog catalog);
  /// Returns the outcome of the file that was read, once.
  std::optional<Outcome> take() { return task_.take(); }
  [[nodiscard]] bool busy() const { return !waiting_.empty() || task_.busy(); }

 private:
  struct Request {
    std::filesystem::path path;
    std::string command = {};  ///< a command line or a location instead of a file; empty: a file
    bool as_source = false;
    std::function<bool(const std::string& error)> told = nullptr;
  };
  std::deque<Request> waiting_;
  SingleTask<Outcome> task_;
};

/// Returns the path that a text means: without the blanks around it, with the home folder for "~", and the path of a
/// file:// URI.
std::filesystem::path typed_path(const std::string& text);

}  // namespace heteroscope
