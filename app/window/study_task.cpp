#include "app/window/study_task.hpp"

namespace heteroscope {

void StudyTask::start(const Workload& workload) {
  if (of_ == &workload || workload.study == nullptr) return;
  stop();
  of_ = &workload;
  stop_ = false;
  share_ = 0;
  result_.reset();
  thread_ = std::thread([this, study = workload.study] {
    std::vector<Study> found = study([this](double share) {
      share_ = share;
      return !stop_.load();
    });
    if (stop_) return;
    const std::lock_guard lock(mutex_);
    result_ = std::move(found);
  });
}

void StudyTask::stop() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
  const std::lock_guard lock(mutex_);
  // what was given up half done is begun anew when it is asked for again
  if (!result_) of_ = nullptr;
}

std::optional<std::vector<Study>> StudyTask::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

}  // namespace heteroscope
