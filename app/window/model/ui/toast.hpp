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
  std::filesystem::path written = {};  ///< a file that it speaks of, whose folder can be opened; empty: none
};

class Toasts {
 public:
  void say(std::string text, double now_s) { add({std::move(text), false, now_s + 8, {}}); }
  /// Stays as long as a failure: there is something to be done about it.
  void say_written(const std::filesystem::path& file, std::string text, double now_s) {
    last_written_ = file;
    add({std::move(text), false, now_s + 15, file});
  }
  /// Stays longer than a success.
  void fail(std::string text, double now_s) { add({std::move(text), true, now_s + 15, {}}); }
  void expire(double now_s);
  void clear() { toasts_.clear(); }
  [[nodiscard]] const std::deque<Toast>& all() const { return toasts_; }
  /// Empty: no file has been written.
  [[nodiscard]] const std::filesystem::path& last_written() const { return last_written_; }

 private:
  void add(Toast toast);
  std::deque<Toast> toasts_;
  std::filesystem::path last_written_;
};

}  // namespace heteroscope
