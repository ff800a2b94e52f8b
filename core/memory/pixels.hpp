#pragma once

#include <cstdint>
#include <vector>

#include "core/process/memory_limit.hpp"

namespace heteroscope {

/// RGBA8 pixels of a picture, 4 bytes each, red in the lowest; held in the program's account of memory.
using Pixels = std::vector<std::uint32_t, memory::Accounted<std::uint32_t>>;

}  // namespace heteroscope
