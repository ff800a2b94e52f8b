#include "core/link/reconnection.hpp"

#include "core/base/seconds_variable.hpp"

namespace heteroscope {
namespace {

thread_local int retrying = 0;

}  // namespace

double link_patience_s() {
  constexpr double usual = 600;
  return seconds_named_by(link_patience_variable, usual);
}

std::chrono::seconds pause_after(int failures) {
  constexpr int most_doublings = 6;
  constexpr std::chrono::seconds longest(60);
  return std::min(std::chrono::seconds(1 << std::clamp(failures - 1, 0, most_doublings)), longest);
}

std::optional<double> Reconnection::next_s() {
  if (left_s_ <= 0) return std::nullopt;
  const double out = std::min(static_cast<double>(pause_after(++failures_).count()), left_s_);
  left_s_ -= out;
  return out;
}

RetryLostLinks::RetryLostLinks() {
  ++retrying;
}

RetryLostLinks::~RetryLostLinks() {
  --retrying;
}

bool RetryLostLinks::here() {
  return retrying > 0;
}

}  // namespace heteroscope
