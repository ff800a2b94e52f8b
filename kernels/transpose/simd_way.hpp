#pragma once

#include <cstddef>

namespace heteroscope::transpose {

/// How the variant `simd` writes.
enum class Way {
  cached,    ///< through the caches
  streamed,  ///< around them, from the registers: output rows begin at cache lines
  staged,    ///< around them, by way of a buffer: output rows begin anywhere
};

inline constexpr int line_bytes = 64;
/// Elements of a cache line, and how many rows of the output are written together: a strip.
template <class T>
inline constexpr int line = line_bytes / static_cast<int>(sizeof(T));

/// Two strips on their way to the output: one is filled while the other is written.
template <class T>
struct alignas(line_bytes) Staging {
  static constexpr int columns = 16 * line<T>;
  static constexpr std::ptrdiff_t step = columns + line<T>;
  T strip[2][line<T> * step];
};

}  // namespace heteroscope::transpose
