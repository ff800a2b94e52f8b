#include "core/balance/bisection.hpp"

#include <algorithm>

namespace heteroscope {

namespace {

constexpr std::size_t most_steps_of_search = 16;  // by then noise decides

}  // namespace

Bisection::Bisection(int rows) : least_(1.0 / std::max(rows, 1)) {}

bool Bisection::done() const {
  return high_ - low_ < least_ || steps_.size() >= most_steps_of_search;
}

double Bisection::share() const {
  if (done() && !steps_.empty()) return std::ranges::min_element(steps_, {}, &Step::frame_ms)->share;
  return (low_ + high_) / 2;
}

void Bisection::learn(const Step& step) {
  if (done()) return;
  steps_.push_back(step);
  (step.gpu_ms > step.cpu_ms ? high_ : low_) = step.share;
}

}  // namespace heteroscope
