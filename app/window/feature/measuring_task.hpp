#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "app/window/feature/single_task.hpp"
#include "app/window/feature/told_progress.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// Measures one thing at a time (SingleTask); its results so far, `Made`, can be shown at any time. Only its end is
/// announced (core/base/completion.hpp), since drawing intermediate results would take processor time from the
/// measurement. Derived tasks call stop() in their destructor.
template <class Made>
class MeasuringTask {
 public:
  MeasuringTask() = default;
  MeasuringTask(const MeasuringTask&) = delete;
  MeasuringTask& operator=(const MeasuringTask&) = delete;

  /// Ends the measurement without waiting; its results so far stay.
  void give_up() { stop_.request_stop(); }
  [[nodiscard]] bool running() const { return task_.busy(); }
  /// Returns the part of the measurement that is done, 0 to 1.
  [[nodiscard]] double share() const { return progress_.share(); }
  /// Returns what is being measured, in words; empty until the work tells it. At the end it stays.
  [[nodiscard]] std::string now() const { return progress_.now(); }
  /// Returns the settings that were or are being measured; nothing before the first start.
  [[nodiscard]] const std::optional<Settings>& settings() const { return settings_; }
  /// Returns the results so far; null before the first start.
  [[nodiscard]] std::shared_ptr<const Made> measured() const {
    const std::lock_guard lock(mutex_);
    return made_;
  }
  /// Returns in one line what could not be measured; empty if everything could.
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
  /// Gives up the work under way and begins `work()`. An exception of `work()` becomes the failure, after the word
  /// `what`.
  template <class Work>
  void begin(Settings of, Made first, const std::string& what, Work work) {
    stop();
    settings_ = std::move(of);
    made_ = std::make_shared<const Made>(std::move(first));
    failure_.clear();
    progress_.restart();
    stop_ = {};
    const auto noted = [this, what](const Failure& failure) {
      note(failure, what);
      return Ended{};
    };
    task_.start([noted, work = std::move(work)]() mutable { return noted(attempt(work)); }, noted);
  }
  /// Returns whether the work is to end.
  [[nodiscard]] bool given_up() const { return stop_.stop_requested(); }
  /// Returns the same as a token, for functions that are called by the work.
  [[nodiscard]] std::stop_token stop_token() const { return stop_.get_token(); }
  /// At least so much is done; called by the work alone. What has to be measured again takes nothing back.
  void set_share(double share) { progress_.set_share(share); }
  /// At least so much is done, and that comes next, in words; called by the work alone.
  void tell(double share, std::string_view now) { progress_.tell(share, now); }
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
  ToldProgress progress_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Made> made_;  // with failure_: guarded by the mutex
  std::string failure_;
  SingleTask<Ended> task_;
};

}  // namespace heteroscope
