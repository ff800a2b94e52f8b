#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "core/io/new_file.hpp"

namespace heteroscope {

/// A file that is to be written into the export folder.
struct FileWish {
  std::string stem;       ///< numbered where there is one of that name
  std::string extension;  ///< ".csv"
  Make make;              ///< gives the contents; called on the thread that writes, whose errors become a message
  /// Called once it is written; null: nobody asks.
  std::function<void(const std::filesystem::path&)> written = nullptr;
};

/// The contents of a file that is a text.
inline Make made_of(std::string text) {
  return [text = std::move(text)](const Append& append) { append(std::as_bytes(std::span(text))); };
}

/// A row of a panel is scrolled to and stands out for a while, its section unfolded.
struct RevealWish {
  std::string section;
  std::string row;
  double until_s = 0;  ///< in GLFW's time
};

}  // namespace heteroscope
