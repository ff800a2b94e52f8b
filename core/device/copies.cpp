#include "core/device/copies.hpp"

#include <atomic>
#include <map>
#include <utility>

namespace heteroscope::device {

/// Open taps by stream.
struct CopyTap::Taps {
  std::atomic<int> open{0};  // none: copies look no further
  std::mutex mutex;
  std::map<const Stream*, CopyTap*> of;

  static Taps& get() {
    static Taps taps;
    return taps;
  }
};

CopyTap::CopyTap(std::span<const Stream* const> streams) : streams_(streams.begin(), streams.end()) {
  Taps& taps = Taps::get();
  const std::lock_guard lock(taps.mutex);
  for (const Stream* each : streams_) taps.of[each] = this;
  ++taps.open;
}

CopyTap::~CopyTap() {
  static_cast<void>(close());
}

std::vector<std::shared_ptr<TappedCopy>> CopyTap::close() {
  Taps& taps = Taps::get();
  const std::lock_guard lock(taps.mutex);
  if (!streams_.empty()) --taps.open;
  for (const Stream* each : std::exchange(streams_, {})) taps.of.erase(each);
  return std::exchange(copies_, {});
}

std::shared_ptr<TappedCopy> CopyTap::begin(Direction direction, std::size_t bytes, const Stream& stream) {
  Taps& taps = Taps::get();
  if (taps.open.load(std::memory_order_relaxed) == 0) return nullptr;
  const std::lock_guard lock(taps.mutex);
  const auto at = taps.of.find(&stream);
  if (at == taps.of.end()) return nullptr;
  const Use use(stream.device());
  auto out = std::make_shared<TappedCopy>(direction, bytes);
  out->begin.record(stream);
  at->second->copies_.push_back(out);
  return out;
}

void CopyTap::end(TappedCopy* copy, const Stream& stream) {
  if (copy == nullptr) return;
  copy->end.record(stream);
  copy->ended = true;
}

}  // namespace heteroscope::device
