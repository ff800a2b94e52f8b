#include "core/link/link_clock.hpp"

#include <atomic>
#include <cstdint>

namespace heteroscope {
namespace {

std::atomic<std::int64_t> passed_s = 0;  // beyond the steady clock

}  // namespace

std::chrono::steady_clock::time_point link_now() {
  return std::chrono::steady_clock::now() + std::chrono::seconds(passed_s);
}

void let_time_pass(std::chrono::seconds duration) {
  passed_s += duration.count();
}

}  // namespace heteroscope
