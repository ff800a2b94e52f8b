#pragma once

#include <cstdint>

#include "core/link/link_speed.hpp"

namespace heteroscope {

/// How a frame's values have come from a machine elsewhere, and what is known of the link to it.
struct Crossing {
  LinkSpeed speed;
  std::uint64_t bytes = 0;  ///< as they crossed
  bool packed = false;      ///< this was asked for
};

}  // namespace heteroscope
