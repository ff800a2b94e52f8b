#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <utility>

namespace heteroscope {

/// A short message over the picture; gone after a while.
struct Toast {
  std::string text;
  bool failure = false;
  double until_s = 0;
  std::filesystem::path written = {};  ///< the written file, whose folder can be opened; empty: none
  int files = 0;                       ///< how many written files the message is about, where it can take more
};

class Toasts {
 public:
  void say(std::string text, double now_s) { add({std::move(text), false, now_s + 8, {}}); }
  /// Shows a message about a written file as long as a failure, since it has a button.
  void say_written(const std::filesystem::path& file, std::string text, double now_s) {
    last_written_ = file;
    add({std::move(text), false, now_s + 15, file});
  }
  /// Shows a message that a file has been written; of several that are written together it is one message.
  void say_written(const std::filesystem::path& file, double now_s);
  /// Shows a failure, for longer than a success.
  void fail(std::string text, double now_s) { add({std::move(text), true, now_s + 15, {}}); }
  void expire(double now_s);
  void clear() { toasts_.clear(); }
  [[nodiscard]] const std::deque<Toast>& all() const { return toasts_; }
  /// Returns the file that was written last; empty: none.
  [[nodiscard]] const std::filesystem::path& last_written() const { return last_written_; }

 private:
  void add(Toast toast);
  std::deque<Toast> toasts_;
  std::filesystem::path last_written_;
};

}  // namespace heteroscope
