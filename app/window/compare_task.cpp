#include "app/window/compare_task.hpp"

#include <stdexcept>

namespace heteroscope {
namespace {

CompareResult compared(const CompareKey& key, const Field& picture, const Field& other, int step) {
  CompareResult out;
  out.key = key;
  out.step = step;
  out.picture = diff_picture_size(picture.size(), step);
  try {
    const Field a = picture.with_host_copy();
    const Field b = other.with_host_copy();
    out.diff = compare(a.host_view(), b.host_view());
    out.pixels = diff_picture(a.host_view(), b.host_view(), key.style, out.diff.max_error, step);
  } catch (const std::runtime_error& failure) {
    out.error = failure.what();
  }
  return out;
}

}  // namespace

bool CompareTask::busy() const {
  const std::lock_guard lock(mutex_);
  return busy_;
}

void CompareTask::start(const CompareKey& key, Field picture, Field other, int step) {
  {
    const std::lock_guard lock(mutex_);
    if (busy_) return;
    busy_ = true;
  }
  thread_ = std::jthread([this, key, step, picture = std::move(picture), other = std::move(other)] {
    CompareResult result = compared(key, picture, other, step);
    const std::lock_guard lock(mutex_);
    result_ = std::move(result);
    busy_ = false;
  });
}

std::optional<CompareResult> CompareTask::take() {
  const std::lock_guard lock(mutex_);
  std::optional<CompareResult> out;
  out.swap(result_);
  return out;
}

}  // namespace heteroscope
