#pragma once

#include <string_view>

namespace heteroscope {

/// A parameter of the workload is a time: it goes on while the window runs.
struct TimeParameter {
  std::string_view parameter;  ///< its id; in s
};

}  // namespace heteroscope
