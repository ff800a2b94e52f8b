#include "app/window/model/times/retries.hpp"

#include <chrono>

#include "core/link/reconnection.hpp"

namespace heteroscope {

bool Retries::is_due(bool failed, double now_s) {
  if (!failed) {
    forget();
  } else if (!next_s_) {
    next_s_ = now_s + std::chrono::duration<double>(pause_after(++failures_)).count();
  } else if (now_s >= *next_s_) {
    next_s_.reset();
    return true;
  }
  return false;
}

}  // namespace heteroscope
