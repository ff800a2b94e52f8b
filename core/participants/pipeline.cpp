#include "core/participants/pipeline.hpp"

#include <algorithm>
#include <utility>

namespace heteroscope {

void LaunchPipeline::begin(Launches launches, const device::Stream& stream) {
  of_.emplace(std::move(launches));
  stream_ = &stream;
  launched_ = ended_ = 0;
  more_ = true;
  const auto places = static_cast<std::size_t>(std::max(most, of_->pieces.most_under_way())) + 1;
  while (launches_.size() < places) launches_.emplace_back();
  begin_.record(stream);
  if (!of_->overlap) return;
  for (const device::Stream& each : own_) each.wait(begin_);
}

const device::Stream& LaunchPipeline::stream_of(int i) const {
  const int k = of_->overlap ? i % most : 0;
  return k == 0 ? *stream_ : own_[static_cast<std::size_t>(k) - 1];
}

void LaunchPipeline::launch_next() {
  const Rows parts = of_->cancel.is_set() ? Rows{} : of_->pieces.take();
  if (parts.empty()) return end_launches();
  const device::Stream& stream = stream_of(launched_);
  Launch& next = launch_of(launched_);
  next.parts = parts.count();
  next.begin.record(stream);
  of_->launch(parts, stream);
  next.end.record(stream);
  if (of_->launched) of_->launched(parts, next.end);
  ++launched_;
  // right behind the last one: whoever waits for an end first may come back late, and the end would be noted as late
  if (of_->pieces.done()) end_launches();
}

void LaunchPipeline::end_launches() {
  more_ = false;
  for (int i = std::max(0, launched_ - most); i < launched_; ++i) stream_->wait(launch_of(i).end);
  end_.record(*stream_);
}

void LaunchPipeline::note_end() {
  const Launch& last = launch_of(ended_);
  double ms = device::Event::elapsed_ms(last.begin, last.end);
  // what it waited for the one before it is none of its own time; those that run at once share the GPU
  if (of_->overlap && ended_ > 0)
    ms = std::clamp(device::Event::elapsed_ms(launch_of(ended_ - 1).end, last.end), ms / most, ms);
  of_->pieces.took(last.parts, std::max(ms, 1e-9));
  ++ended_;
}

bool LaunchPipeline::advance() {
  while (ended_ < launched_ && launch_of(ended_).end.has_passed()) note_end();
  while (has_room()) launch_next();
  return more_;
}

void LaunchPipeline::finish() {
  while (more_ || ended_ < launched_) {
    if (has_room()) {
      launch_next();
    } else {
      launch_of(ended_).end.synchronize();
      note_end();
    }
  }
  end_.synchronize();
}

void LaunchPipeline::settle() {
  for (const device::Stream& each : own_) each.synchronize();
  more_ = false;
  ended_ = launched_;
}

}  // namespace heteroscope
