#pragma once

#include <string_view>

#include "core/model/value.hpp"

namespace heteroscope {

/// The result's values count iterations up to a limit, which is a parameter. A value is 0 where the limit was reached;
/// a count that is not certain is negative.
struct EscapeLimit {
  std::string_view parameter;  ///< its id
  Values probed_with;          ///< parameters that the picture has in place of its own while a limit is looked for
};

}  // namespace heteroscope
