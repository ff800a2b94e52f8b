#pragma once

#include <string_view>

namespace heteroscope {

/// An explanation of what a workload computes, for a reader who does not know it.
struct Theory {
  std::string_view formula;  ///< in Unicode; '\n' between lines
  std::string_view text;     ///< a few sentences: what depends on what, and what that asks of a processor
  std::string_view source;   ///< where the formula can be read up
};

}  // namespace heteroscope
