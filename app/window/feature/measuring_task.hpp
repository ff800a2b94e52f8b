#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "app/window/feature/single_task.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// Measures one thing at a time (SingleTask); what it has `Made` is shown as far as it has come. Its end is announced
/// (core/base/completion.hpp), what comes before is not: drawing it takes time from what is measured. Tasks that derive
/// from it call stop() when they go.
template <class Made>
class MeasuringTask {
 public:
  MeasuringTask() = default;
  MeasuringTask(const MeasuringTask&) = delete;
  MeasuringTask& operator=(const MeasuringTask&) = delete;

  /// What has been measured stays. Does not wait.
  void give_up() { stop_.request_stop(); }
  [[nodiscard]] bool running() const { return task_.busy(); }
  /// Of all that is to be measured, 0 to 1.
  [[nodiscard]] double share() const { return share_.load(); }
  /// What was or is measured; nothing before the first start.
  [[nodiscard]] const std::optional<Settings>& settings() const { return settings_; }
  /// As far as it has come; null before the first start.
  [[nodiscard]] std::shared_ptr<const Made> measured() const {
    const std::lock_guard lock(mutex_);
    return made_;
  }
  /// What could not be measured, in a line; empty if all could.
  [[nodiscard]] std::string failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
  }

 protected:
  ~MeasuringTask() = default;

  void stop() {
    stop_.request_stop();
    task_.wait();
  }
  /// Begins anew with `work()`, after giving up what is under way; what that throws is noted with `what` before it.
  template <class Work>
  void begin(Settings of, Made first, const std::string& what, Work work) {
    stop();
    settings_ = std::move(of);
    made_ = std::make_shared<const Made>(std::move(first));
    failure_.clear();
    stop_ = {};
    share_ = 0;
    const auto noted = [this, what](const Failure& failure) {
      note(failure, what);
      return Ended{};
    };
    task_.start([noted, work = std::move(work)]() mutable { return noted(attempt(work)); }, noted);
  }
  /// The work is wanted no more.
  [[nodiscard]] bool given_up() const { return stop_.stop_requested(); }
  /// The same for those who look at it from far below.
  [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }
  void set_share(double share) { share_ = share; }
  void note(const Failure& failure, const std::string& what = {}) {
    const std::lock_guard lock(mutex_);
    if (failure) failure_ = what.empty() ? failure.line : what + ": " + failure.line;
  }
  /// `edit` changes what there is.
  template <class Edit>
  void change(Edit edit) {
    auto next = std::make_shared<Made>(*measured());
    edit(*next);
    const std::lock_guard lock(mutex_);
    made_ = std::move(next);
  }

 private:
  struct Ended {};

  std::optional<Settings> settings_;
  std::stop_source stop_;
  std::atomic<double> share_{0};
  mutable std::mutex mutex_;
  std::shared_ptr<const Made> made_;  // with failure_: guarded by the mutex
  std::string failure_;
  SingleTask<Ended> task_;
};

}  // namespace heteroscope
