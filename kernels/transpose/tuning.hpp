#pragma once

namespace heteroscope::transpose {

/// The cache hints of 16-byte accesses to global memory.
enum class Hint {
  none,       ///< loads through the read-only path, ordinary stores
  streaming,  ///< marked to be evicted first
  prefetch,   ///< for loads only: they bypass the first-level cache, and the second-level cache fetches 256 bytes
};

/// All tiles are walked column by column: blocks that run at the same time then write long runs of few rows.
inline constexpr unsigned all_rows = 1U << 16;

/// The constants of `cuda_vectorised`, tuned on an NVIDIA H200.
template <class T>
struct Tuning;
template <>
struct Tuning<float> {
  static constexpr int width = 64, height = 128;  ///< of a tile, in elements of the input
  static constexpr int threads = 256;
  static constexpr unsigned group = all_rows;  ///< rows of tiles that are walked together
  static constexpr Hint load = Hint::prefetch, store = Hint::streaming;
};
template <>
struct Tuning<double> {
  static constexpr int width = 32, height = 32;
  static constexpr int threads = 128;
  static constexpr unsigned group = all_rows;
  static constexpr Hint load = Hint::none, store = Hint::none;
};

}  // namespace heteroscope::transpose
