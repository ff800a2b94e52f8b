#pragma once

#include <memory>
#include <string>
#include <utility>

#include "app/window/feature/latest_task.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// Something that is made of what the screen shows, beside the window's thread. Where pictures follow each other faster
/// than it can be made, it is made of some of them.
template <class Wish, class Made>
class FollowingTask {
 public:
  explicit FollowingTask(typename LatestTask<Wish, Made>::Make make) : task_(std::move(make)) {}

  /// What was made last, maybe of an older wish; null before the first. A failure is told once.
  std::shared_ptr<const Made> follow(const Wish& wish, Ui& ui) {
    if (!task_.busy()) task_.want(wish);
    if (const std::string failed = task_.failure(); failed != told_) {
      told_ = failed;
      if (!failed.empty()) ui.fail(failed);
    }
    return task_.newest();
  }
  /// Asks without looking.
  void want(const Wish& wish) { task_.want(wish); }
  void forget() { task_.forget(); }
  [[nodiscard]] bool busy() const { return task_.busy(); }

 private:
  LatestTask<Wish, Made> task_;
  std::string told_;
};

}  // namespace heteroscope
