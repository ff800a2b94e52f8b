#include "core/device/copies.hpp"

#include <atomic>
#include <map>

namespace heteroscope::device {

namespace {

/// Open taps by GPU.
struct Taps {
  std::atomic<int> open{0};  // none: copies look no further
  std::mutex mutex;
  std::map<int, CopyTap*> of;

  static Taps& get() {
    static Taps taps;
    return taps;
  }
};

}  // namespace

CopyTap::CopyTap() : device_(Use::in_use()) {
  Taps& taps = Taps::get();
  const std::lock_guard lock(taps.mutex);
  if (taps.of.emplace(device_, this).second) ++taps.open;
}

CopyTap::~CopyTap() {
  close();
}

void CopyTap::close() {
  Taps& taps = Taps::get();
  const std::lock_guard lock(taps.mutex);
  const auto at = taps.of.find(device_);
  if (at == taps.of.end() || at->second != this) return;
  taps.of.erase(at);
  --taps.open;
}

CopyTap::Around::Around(Direction direction, std::size_t bytes, const Stream& stream) : stream_(stream) {
  Taps& taps = Taps::get();
  if (taps.open.load(std::memory_order_relaxed) == 0) return;
  const std::lock_guard lock(taps.mutex);
  const auto at = taps.of.find(stream.device());
  if (at == taps.of.end()) return;
  const Use use(stream.device());
  copy_ = &at->second->copies_.emplace_back(direction, bytes);
  copy_->begin.record(stream);
}

CopyTap::Around::~Around() noexcept(false) {
  if (copy_ != nullptr) copy_->end.record(stream_);
}

}  // namespace heteroscope::device
