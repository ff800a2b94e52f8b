#pragma once

#include <string_view>

namespace heteroscope {

/// The workload's input, or what it may start from, is an image: a source must be chosen.
struct ImageInput {
  std::string_view default_source;
  bool colored_as_input = false;  ///< the result looks like the input, and is colored as the source is
  bool for_pictures = false;      ///< a picture that is opened goes there where no workload was chosen for it
};

}  // namespace heteroscope
