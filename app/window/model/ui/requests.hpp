#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "core/io/new_file.hpp"

namespace heteroscope {

/// A file that is to be written into the export folder.
struct FileRequest {
  std::string stem;       ///< gets a number if a file has that name
  std::string extension;  ///< ".csv"
  Make make;              ///< returns the contents; called on the thread that writes; an exception becomes a message
  /// Called once the file is written; may be null.
  std::function<void(const std::filesystem::path&)> written = nullptr;
};

/// Returns a function that makes a text file.
inline Make made_of(std::string text) {
  return [text = std::move(text)](const Append& append) { append(std::as_bytes(std::span(text))); };
}

/// A request to show a row of a panel: its section unfolds, and the row is scrolled to and highlighted for a while.
struct RevealRequest {
  std::string section;
  std::string row;
  double until_s = 0;  ///< in GLFW's time
};

}  // namespace heteroscope
