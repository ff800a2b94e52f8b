#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/failure.hpp"
#include "core/base/worker.hpp"

struct GLFWwindow;

namespace heteroscope {

class XSelection;

/// The clipboard of X, on a thread and a connection of its own: who asks for what was copied here is answered however
/// busy the window is, and an owner that does not answer keeps nobody waiting for longer than XSelection says.
class XClipboard {
 public:
  /// Throws BadInput where there is no X server, and what starting a thread throws.
  XClipboard();
  /// What was copied here is left to the desktop's clipboard manager; that takes a second at most.
  ~XClipboard();
  XClipboard(const XClipboard&) = delete;
  XClipboard& operator=(const XClipboard&) = delete;

  /// Throws BadInput.
  void copy(std::string text);
  /// In UTF-8; empty where no text was copied. Throws BadInput.
  std::string paste();
  /// The bytes of a PNG; empty where no picture was copied. Throws BadInput.
  std::string paste_picture();

 private:
  void work();
  void on_thread(const std::function<void()>& job);

  std::unique_ptr<XSelection> selection_;  // the thread's own while that runs
  std::mutex mutex_;
  std::condition_variable done_;
  const std::function<void()>* job_ = nullptr;  // with what follows: guarded by the mutex
  Failure failure_;                             // of the job before
  bool ending_ = false;
  Worker worker_;
};

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
