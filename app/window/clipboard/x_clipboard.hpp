#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "core/base/failure.hpp"
#include "core/base/worker.hpp"

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

}  // namespace heteroscope
