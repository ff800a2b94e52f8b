#pragma once

#include <stop_token>

namespace heteroscope::testing {

/// A stop that has been requested already.
inline std::stop_token requested_stop() {
  std::stop_source source;
  source.request_stop();
  return source.get_token();
}

}  // namespace heteroscope::testing
