#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/window/clipboard/x_clipboard.hpp"

struct GLFWwindow;

namespace heteroscope {

/// What is copied and pasted, by shortcuts and in text fields alike: all goes through ImGui's functions for it, which
/// are these. On X it is the program's own way (XClipboard), since GLFW's waits without end for an owner that does not
/// answer, and at the end for a clipboard manager; elsewhere GLFW's.
class Clipboard {
 public:
  /// With ImGui's context there, after its backend has installed its own functions. `fail` takes a line where something
  /// could not be copied or pasted.
  Clipboard(GLFWwindow* window, std::function<void(std::string)> fail);
  Clipboard(const Clipboard&) = delete;
  Clipboard& operator=(const Clipboard&) = delete;

  void copy(const char* text);
  /// Empty where no text was copied; null where it could not be pasted, and `fail` was told why. Good until the next
  /// call.
  const char* paste();
  /// The bytes of a PNG; empty where no picture was copied; nothing where it could not be pasted, and `fail` was told
  /// why.
  std::optional<std::string> paste_picture();

 private:
  XClipboard& x();

  GLFWwindow* window_;
  std::function<void(std::string)> fail_;
  bool on_x_;
  std::optional<XClipboard> x_;  // from the first use on
  std::string pasted_;
};

}  // namespace heteroscope
