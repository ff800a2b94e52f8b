#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/worker.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// A workload's study on a thread of its own. Given up when it goes.
class StudyTask {
 public:
  StudyTask() = default;
  ~StudyTask() { stop(); }
  StudyTask(const StudyTask&) = delete;
  StudyTask& operator=(const StudyTask&) = delete;

  /// Begins the workload's study, unless it is under way, was done or has failed. Gives up another's.
  void start(const Workload& workload);
  void stop();
  [[nodiscard]] double share() const { return share_.load(); }
  /// Once it is done.
  [[nodiscard]] std::optional<std::vector<Study>> result() const;
  /// Why it could not be done, in a line; empty if it could, or is under way.
  [[nodiscard]] std::string failure() const;
  /// Nothing more will come.
  [[nodiscard]] bool ended() const;

 private:
  const Workload* of_ = nullptr;
  std::stop_source stop_;
  std::atomic<double> share_{0};
  mutable std::mutex mutex_;
  // guarded by the mutex
  std::optional<std::vector<Study>> result_;
  Failure failure_;
  Worker worker_;
};

}  // namespace heteroscope
