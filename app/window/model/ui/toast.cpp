#include "app/window/model/ui/toast.hpp"

#include <algorithm>

#include "core/base/message.hpp"

namespace heteroscope {

void Toasts::expire(double now_s) {
  std::erase_if(toasts_, [&](const Toast& each) { return each.until_s <= now_s; });
}

void Toasts::add(Toast toast) {
  // whatever text of a file or driver it contains, it becomes one line that can be drawn
  toast.text = one_line(toast.text);
  std::erase_if(toasts_, [&](const Toast& each) { return each.text == toast.text; });
  toasts_.push_back(std::move(toast));
  if (toasts_.size() > 4) toasts_.pop_front();
}

}  // namespace heteroscope
