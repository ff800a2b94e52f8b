#pragma once

#include <deque>
#include <string>

namespace heteroscope {

/// A short message over the picture; gone after a while.
struct Toast {
  std::string text;
  bool failure = false;
  double until_s = 0;
};

class Toasts {
 public:
  void say(std::string text, double now_s) { add({std::move(text), false, now_s + 8}); }
  /// Stays longer than a success.
  void fail(std::string text, double now_s) { add({std::move(text), true, now_s + 15}); }
  void expire(double now_s);
  void clear() { toasts_.clear(); }
  [[nodiscard]] const std::deque<Toast>& all() const { return toasts_; }

 private:
  void add(Toast toast);
  std::deque<Toast> toasts_;
};

}  // namespace heteroscope
