#include "app/window/features/study/study_task.hpp"

#include <utility>

#include "core/base/completion.hpp"

namespace heteroscope {

void StudyTask::start(const Workload& workload) {
  if (of_ == &workload || !workload.study) return;
  stop();
  of_ = &workload;
  stop_ = {};
  share_ = 0;
  result_.reset();
  Failure refused = worker_.start([this, make = workload.study->make, stop = stop_.get_token()] {
    std::vector<Study> found;
    Failure failed = attempt(
        [&] { found = make({.stop = stop, .progress = [this](std::string_view, double share) { share_ = share; }}); });
    if (stop.stop_requested()) return;
    {
      const std::lock_guard lock(mutex_);
      failure_ = std::move(failed);
      if (!failure_) result_ = std::move(found);
    }
    announce_completion();
  });
  if (!refused) return;
  const std::lock_guard lock(mutex_);
  failure_ = std::move(refused);
}

void StudyTask::stop() {
  stop_.request_stop();
  worker_.join();
  const std::lock_guard lock(mutex_);
  // what was given up half done is begun anew when it is asked for again
  if (!result_) of_ = nullptr;
  failure_ = {};
}

std::optional<std::vector<Study>> StudyTask::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

std::string StudyTask::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_.line;
}

bool StudyTask::ended() const {
  const std::lock_guard lock(mutex_);
  return result_ || failure_;
}

}  // namespace heteroscope
