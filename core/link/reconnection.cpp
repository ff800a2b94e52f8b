#include "core/link/reconnection.hpp"

#include "core/base/seconds_variable.hpp"

namespace heteroscope {
namespace {

thread_local int outlasting = 0;

}  // namespace

double link_patience_s() {
  constexpr double usual = 600;
  return seconds_named_by(link_patience_variable, usual);
}

std::optional<double> Reconnection::next_s() {
  constexpr double longest = 30;
  if (left_s_ <= 0) return std::nullopt;
  const double out = std::min(pause_s_, left_s_);
  left_s_ -= out;
  pause_s_ = std::min(2 * pause_s_, longest);
  return out;
}

OutlastLostLinks::OutlastLostLinks() {
  ++outlasting;
}

OutlastLostLinks::~OutlastLostLinks() {
  --outlasting;
}

bool OutlastLostLinks::here() {
  return outlasting > 0;
}

}  // namespace heteroscope
