#include "core/link/reconnection.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "core/base/seconds_variable.hpp"

namespace heteroscope {
namespace {

thread_local int retrying = 0;
std::atomic<int> passing = 0;  // PausesPass that live
std::atomic<double> slept_s = 0;

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

bool sleep_unless(double seconds, const std::function<bool()>& asked) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds turn{10};
  if (passing > 0) {
    slept_s += seconds;
    return !asked();
  }
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  while (!asked()) {
    const Clock::time_point now = Clock::now();
    if (now >= end) return true;
    std::this_thread::sleep_for(std::min<Clock::duration>(turn, end - now));
  }
  return false;
}

PausesPass::PausesPass() {
  if (passing++ == 0) slept_s = 0;
}

PausesPass::~PausesPass() {
  --passing;
}

double PausesPass::passed_s() const {
  return slept_s;
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
