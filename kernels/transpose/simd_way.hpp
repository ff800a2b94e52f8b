#pragma once

#include <cstddef>

namespace heteroscope::transpose {

/// How the variant `simd` writes its result.
enum class Way {
  cached,    ///< through the caches
  streamed,  ///< with streaming stores from registers; output rows begin at cache lines
  staged,    ///< with streaming stores, by way of a buffer; output rows begin anywhere
};

inline constexpr int line_bytes = 64;
/// The elements of a cache line, which is also the number of output rows that are written together: a strip.
template <class T>
inline constexpr int line = line_bytes / static_cast<int>(sizeof(T));

/// Two buffers for strips: one is filled while the other is written.
template <class T>
struct alignas(line_bytes) Staging {
  static constexpr int columns = 16 * line<T>;
  static constexpr std::ptrdiff_t step = columns + line<T>;
  T strip[2][line<T> * step];
};

}  // namespace heteroscope::transpose
