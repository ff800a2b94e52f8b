#pragma once

namespace heteroscope::transpose {

/// How the variant `simd` writes.
enum class Way {
  cached,    ///< through the caches
  streamed,  ///< around them, from the registers: output rows begin at cache lines
  staged,    ///< around them, by way of a buffer: output rows begin anywhere
};

}  // namespace heteroscope::transpose
