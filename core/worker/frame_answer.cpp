#include "core/worker/frame_answer.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <string>

#include "core/base/message.hpp"

namespace heteroscope {
namespace {

bool ends_execution(MessageKind kind) {
  return kind == MessageKind::frame || kind == MessageKind::nothing || kind == MessageKind::failure;
}

void tell(WireReader& wire, const Waiter& waiter) {
  constexpr std::size_t longest = 256;
  std::string what;
  double share = 0;
  wire(what, share);
  if (what.size() > longest || printable(what) != what || std::isnan(share)) throw WireReader::damaged();
  waiter.tell(what, std::clamp(share, 0.0, 1.0));
}

}  // namespace

void FrameAnswer::begin(ExecuteRequest& request) {
  open(request, seen_);
  want(request.number);
}

void FrameAnswer::ask_ahead(ExecuteRequest& request) {
  open(request, wanted_);
}

void FrameAnswer::open(ExecuteRequest& request, std::uint64_t seen) {
  static std::atomic<std::uint64_t> last{0};  // a worker may serve several such objects, one after the other
  request.number = ++last;
  request.seen = seen;
  open_.push_back(request.number);
}

void FrameAnswer::want(std::uint64_t number) {
  fields_.next_frame();
  wanted_ = number;
  came_ = {.number = number};
}

FrameAnswer::Progress FrameAnswer::take(const WorkerMessage& got, const Waiter& waiter, Frame& frame) {
  WireReader wire(got.bytes);
  const MessageKind kind = kind_of(wire);
  std::uint64_t number = 0;
  wire(number);
  const auto which = std::ranges::find(open_, number);
  if (which == open_.end()) throw WireReader::damaged();
  if (ends_execution(kind)) open_.erase(which);
  return number == wanted_ ? take_own(kind, wire, waiter, frame) : Progress::under_way;
}

FrameAnswer::Progress FrameAnswer::take_own(MessageKind kind, WireReader& wire, const Waiter& waiter, Frame& frame) {
  switch (kind) {
    case MessageKind::progress:
      tell(wire, waiter);
      return Progress::under_way;
    case MessageKind::fields:
      came_.since.emplace();
      fields_.expect(wire, frame);
      return fields_.lends() ? Progress::lend : Progress::under_way;
    case MessageKind::values: {
      const Watch unpacking;
      Band band;
      wire(band);
      wire.finish();
      fields_.take(band);
      came_.bytes += band.values.size();
      came_.values += band.bytes;
      came_.unpack_ms += unpacking.ms();
      return Progress::values;
    }
    case MessageKind::frame:
      read_facts(wire, frame);
      fields_.adopt(frame);
      seen_ = wanted_;
      if (came_.since) came_.all_ms = came_.since->ms();
      return Progress::done;
    case MessageKind::nothing:
      return Progress::cancelled;
    case MessageKind::failure:
      wire(failure_);
      return Progress::failed;
    default:
      throw WireReader::damaged();
  }
}

void FrameAnswer::forget() {
  open_.clear();
  seen_ = 0;
  fields_.forget();
}

}  // namespace heteroscope
