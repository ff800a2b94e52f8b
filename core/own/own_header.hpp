#pragma once

#include <span>
#include <string_view>

namespace heteroscope {

/// A header that a person's file may include, directly or by way of another one.
struct OwnHeader {
  std::string_view name;  ///< as it is included: "kernels/heat/own.hpp"
  std::string_view text;  ///< a zero follows it
};

using OwnHeaders = std::span<const OwnHeader>;

}  // namespace heteroscope
