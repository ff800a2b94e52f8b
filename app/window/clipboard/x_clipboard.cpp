#include "app/window/clipboard/x_clipboard.hpp"

#include <utility>

#include "app/window/clipboard/x_selection.hpp"

namespace heteroscope {

XClipboard::XClipboard() : selection_(std::make_unique<XSelection>()) {
  if (const Failure refused = worker_.start([this] { work(); })) raise(refused);
}

XClipboard::~XClipboard() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  selection_->connection().wake();
  worker_.join();
}

void XClipboard::work() {
  while (true) {
    attempt([&] { selection_->serve(); });  // short of memory: whoever has asked gets no answer
    {
      const std::lock_guard lock(mutex_);
      if (ending_) break;
      if (job_ == nullptr) continue;
      failure_ = attempt(*job_);
      job_ = nullptr;
    }
    done_.notify_one();
  }
  selection_->hand_over();
}

/// Waits for its end.
void XClipboard::on_thread(const std::function<void()>& job) {
  std::unique_lock lock(mutex_);
  job_ = &job;
  selection_->connection().wake();
  done_.wait(lock, [&] { return job_ == nullptr; });
  if (failure_) raise(std::exchange(failure_, {}));
}

void XClipboard::copy(std::string text) {
  on_thread([&] { selection_->own(std::move(text)); });
}

std::string XClipboard::paste() {
  std::string out;
  on_thread([&] { out = selection_->read(); });
  return out;
}

std::string XClipboard::paste_picture() {
  std::string out;
  on_thread([&] { out = selection_->read_picture(); });
  return out;
}

}  // namespace heteroscope
