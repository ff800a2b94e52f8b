#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace heteroscope {

/// Makes what is wanted on a thread of its own: the newest wish alone, what is under way for an older one is given up.
template <class Wish, class Made>
class LatestTask {
 public:
  /// Hands out a result; of one wish several, each better than the one before.
  using Publish = std::function<void(std::shared_ptr<const Made>)>;
  /// Returns early once `stop` is set; what it hands out then is dropped. Throws nothing.
  using Make = std::function<void(const Wish&, const std::atomic<bool>& stop, const Publish&)>;

  explicit LatestTask(Make make) : make_(std::move(make)) {}
  ~LatestTask() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      stop_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
  }
  LatestTask(const LatestTask&) = delete;
  LatestTask& operator=(const LatestTask&) = delete;

  /// Never waits.
  void want(const Wish& wish) {
    const std::lock_guard lock(mutex_);
    if (wanted_ && *wanted_ == wish) return;
    wanted_ = wish;
    is_new_ = true;
    stop_ = true;
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    wake_.notify_all();
  }
  /// Gives up what is under way and lets go of what there is.
  void forget() {
    const std::lock_guard lock(mutex_);
    wanted_.reset();
    made_ = nullptr;
    is_new_ = false;
    stop_ = true;
  }
  /// The newest result; it may be of an older wish. Null before the first.
  [[nodiscard]] std::shared_ptr<const Made> newest() const {
    const std::lock_guard lock(mutex_);
    return made_;
  }
  [[nodiscard]] bool busy() const {
    const std::lock_guard lock(mutex_);
    return is_new_ || making_;
  }

 private:
  void run() {
    for (;;) {
      std::optional<Wish> wish;
      {
        std::unique_lock lock(mutex_);
        making_ = false;
        wake_.wait(lock, [this] { return ending_ || is_new_; });
        if (ending_) return;
        wish = wanted_;
        is_new_ = false;
        making_ = true;
        stop_ = false;
      }
      make_(*wish, stop_, [this](std::shared_ptr<const Made> made) {
        const std::lock_guard lock(mutex_);
        if (!stop_) made_ = std::move(made);
      });
    }
  }

  Make make_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Wish> wanted_;
  std::shared_ptr<const Made> made_;
  bool is_new_ = false;
  bool making_ = false;
  bool ending_ = false;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace heteroscope
