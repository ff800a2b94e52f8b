#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "app/window/model/ui/ui.hpp"
#include "core/base/completion.hpp"
#include "core/base/worker.hpp"

namespace heteroscope {

/// Makes the newest request on a thread of its own; work on an older request is given up. Each result and each end is
/// announced (core/base/completion.hpp).
template <class Request, class Made>
class LatestTask {
 public:
  /// Hands out a result; there can be several for one request, each better than the one before.
  using Publish = std::function<void(std::shared_ptr<const Made>)>;
  /// Makes a request. Returns early once `stop` is requested; results that it hands out then are dropped. failure() has
  /// the line of an exception.
  using Make = std::function<void(const Request&, const std::stop_token& stop, const Publish&)>;

  explicit LatestTask(Make make) : make_(std::move(make)) {}
  ~LatestTask() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      stop_.request_stop();
    }
    wake_.notify_all();
    worker_.join();
  }
  LatestTask(const LatestTask&) = delete;
  LatestTask& operator=(const LatestTask&) = delete;

  /// Sets the request; never waits. The same request again changes nothing, even if it has failed.
  void want(const Request& request) {
    const std::lock_guard lock(mutex_);
    if (wanted_ && *wanted_ == request) return;
    wanted_ = request;
    is_new_ = true;
    given_up_ = false;
    stop_.request_stop();
    failure_ = worker_.started() ? Failure{} : worker_.start([this] { run(); });
    if (failure_) is_new_ = false;
    wake_.notify_all();
  }
  /// Like want() and newest(), for something that is made from the picture on the screen: if pictures follow each other
  /// faster than it can be made, it is made for some of them only. Returns the newest result, maybe of an older
  /// request; null before the first. A failure is shown once.
  std::shared_ptr<const Made> follow(const Request& request, Ui& ui) {
    if (!busy()) want(request);
    if (const std::string failed = failure(); failed != told_) {
      told_ = failed;
      if (!failed.empty()) ui.fail(failed);
    }
    return newest();
  }
  /// Ends the work on the newest request without waiting, and does not begin it again for the same one; the results so
  /// far stay.
  void give_up() {
    const std::lock_guard lock(mutex_);
    given_up_ = is_new_ || making_;
    is_new_ = false;
    stop_.request_stop();
  }
  /// Lets a request that was given up be made when it is wanted again.
  void again() {
    const std::lock_guard lock(mutex_);
    if (std::exchange(given_up_, false)) wanted_.reset();
  }
  /// Returns whether the newest request was given up.
  [[nodiscard]] bool given_up() const {
    const std::lock_guard lock(mutex_);
    return given_up_;
  }
  /// Ends the work under way without waiting; it begins anew when it is wanted again. What was given up stays so, and
  /// the results so far stay.
  void interrupt() {
    const std::lock_guard lock(mutex_);
    if (given_up_ || (!is_new_ && !making_)) return;
    wanted_.reset();
    is_new_ = false;
    stop_.request_stop();
  }
  /// Gives up the work under way and drops the results.
  void forget() {
    const std::lock_guard lock(mutex_);
    wanted_.reset();
    made_ = nullptr;
    is_new_ = false;
    given_up_ = false;
    stop_.request_stop();
    failure_ = {};
  }
  /// Drops the request once no work uses it any more; the results stay.
  void let_go() {
    const std::lock_guard lock(mutex_);
    if (!is_new_ && !making_) wanted_.reset();
  }
  /// Returns the newest result, which may be of an older request; null before the first.
  [[nodiscard]] std::shared_ptr<const Made> newest() const {
    const std::lock_guard lock(mutex_);
    return made_;
  }
  [[nodiscard]] bool busy() const {
    const std::lock_guard lock(mutex_);
    return is_new_ || making_;
  }
  /// Returns in one line why the newest request failed; empty if it did not, or is still being made.
  [[nodiscard]] std::string failure() const {
    const std::lock_guard lock(mutex_);
    return failure_.line;
  }

 private:
  void run() {
    for (;;) {
      std::optional<Request> request;
      std::stop_token stop;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return ending_ || is_new_; });
        if (ending_) return;
        request = wanted_;
        is_new_ = false;
        making_ = true;
        stop_ = {};
        stop = stop_.get_token();
      }
      Failure failed = attempt(
          [&] { make_(*request, stop, [this](std::shared_ptr<const Made> made) { hand_out(std::move(made)); }); });
      {
        const std::lock_guard lock(mutex_);
        if (!stop_.stop_requested()) failure_ = std::move(failed);
        making_ = false;
      }
      announce_completion();
    }
  }

  void hand_out(std::shared_ptr<const Made> made) {
    {
      const std::lock_guard lock(mutex_);
      if (stop_.stop_requested()) return;
      made_ = std::move(made);
    }
    announce_completion();
  }

  Make make_;
  std::string told_;  // the failure that follow() has shown
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Request> wanted_;
  std::shared_ptr<const Made> made_;
  Failure failure_;
  bool is_new_ = false;
  bool making_ = false;
  bool given_up_ = false;
  bool ending_ = false;
  std::stop_source stop_;
  Worker worker_;
};

}  // namespace heteroscope
