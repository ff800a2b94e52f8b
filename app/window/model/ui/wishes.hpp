#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>

namespace heteroscope {

/// A file that is to be written into the export folder.
struct FileWish {
  std::string stem;       ///< numbered where there is one of that name
  std::string extension;  ///< ".csv"
  std::string text;
  /// Called once it is written; null: nobody asks.
  std::function<void(const std::filesystem::path&)> written = nullptr;
};

/// A part of the window that is to be written as a PNG, once it has been drawn.
struct CaptureWish {
  std::string stem;
  std::array<float, 4> rect{};  ///< x0, y0, x1, y1 in ImGui's units
  bool once_more = false;       ///< after the next frame: what asked for it still lies over it
};

/// A row of a panel is scrolled to and stands out for a while, its section unfolded.
struct RevealWish {
  std::string section;
  std::string row;
  double until_s = 0;  ///< in GLFW's time
};

}  // namespace heteroscope
