#include "core/run/iteration/checkpoint_pace.hpp"

#include <algorithm>

#include "core/run/peers.hpp"

namespace heteroscope {

namespace {

constexpr double between_looks_ms = 250;  // who asks for the end does not wait longer, unless a step takes longer
constexpr double most_growth = 64;        // the first steps tell little about the others
constexpr std::int64_t most_steps_a_look = std::int64_t{1} << 30;

}  // namespace

CheckpointPace::CheckpointPace(double every_ms, std::int64_t step, Peers* peers)
    : every_ms_(every_ms), peers_(peers), looked_at_(step), next_(step + 1) {}

bool CheckpointPace::due(std::int64_t step) {
  const double own = since_.ms();
  const double now = peers_ == nullptr ? own : peers_->largest(own);
  const auto steps = static_cast<double>(step - looked_at_);
  const double step_ms = std::max(now - looked_ms_, 1e-6) / steps;
  const bool due = now >= every_ms_;
  const double until = std::min(between_looks_ms, due ? every_ms_ : every_ms_ - now);
  const double wanted = std::clamp(until / step_ms, 1.0, most_growth * steps);
  next_ = step + std::min(static_cast<std::int64_t>(wanted), most_steps_a_look);
  looked_at_ = step;
  looked_ms_ = now;
  return due;
}

void CheckpointPace::kept() {
  since_ = Watch();
  looked_ms_ = 0;
}

bool CheckpointPace::all(bool own) {
  if (peers_ == nullptr) return own;
  const bool yes = peers_->largest(own ? 0 : 1) == 0;
  if (!yes) peers_->end_agreed();
  return yes;
}

}  // namespace heteroscope
