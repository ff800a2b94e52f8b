#include "core/worker/time_limit.hpp"

#include "core/base/seconds_variable.hpp"

namespace heteroscope {

double own_time_limit_s() {
  constexpr double usual = 10;
  return seconds_named_by(own_limit_variable, usual);
}

}  // namespace heteroscope
