#include "app/window/compare_task.hpp"

#include <stdexcept>

namespace heteroscope {
namespace {

CompareResult compared(const Frame& frame, const Frame& other, DiffStyle style) {
  CompareResult out;
  out.key = {frame.serial, other.serial, style};
  try {
    const Field a = frame.field.with_host_copy();
    const Field b = other.field.with_host_copy();
    out.diff = compare(a.host_view(), b.host_view());
    out.pixels = diff_picture(a.host_view(), b.host_view(), style, out.diff.max_error);
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

void CompareTask::start(std::shared_ptr<const Frame> frame, std::shared_ptr<const Frame> other, DiffStyle style) {
  {
    const std::lock_guard lock(mutex_);
    if (busy_) return;
    busy_ = true;
  }
  thread_ = std::jthread([this, frame = std::move(frame), other = std::move(other), style] {
    CompareResult result = compared(*frame, *other, style);
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
