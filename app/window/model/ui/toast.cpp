#include "app/window/model/ui/toast.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/message.hpp"

namespace heteroscope {

void Toasts::expire(double now_s) {
  std::erase_if(toasts_, [&](const Toast& each) { return each.until_s <= now_s; });
}

void Toasts::say_written(const std::filesystem::path& file, double now_s) {
  constexpr double shown_s = 15;
  constexpr double together_s = 1;
  Toast next{.text = "Written: " + file.string(), .until_s = now_s + shown_s, .written = file, .files = 1};
  if (!toasts_.empty()) {
    const Toast& last = toasts_.back();
    const bool together = last.files > 0 && last.written.parent_path() == file.parent_path() && last.written != file &&
                          next.until_s - last.until_s <= together_s;
    if (together) {
      next.files = last.files + 1;
      next.text = fmt::format("Written: {} files in {}, the last one {}", next.files, file.parent_path().string(),
                              file.filename().string());
      toasts_.pop_back();
    }
  }
  last_written_ = file;
  add(std::move(next));
}

void Toasts::add(Toast toast) {
  // whatever text of a file or driver it contains, it becomes one line that can be drawn
  toast.text = one_line(toast.text);
  std::erase_if(toasts_, [&](const Toast& each) { return each.text == toast.text; });
  toasts_.push_back(std::move(toast));
  if (toasts_.size() > 4) toasts_.pop_front();
}

}  // namespace heteroscope
