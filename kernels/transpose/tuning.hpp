#pragma once

namespace heteroscope::transpose {

/// How global memory is asked for 16 bytes.
enum class Hint {
  none,       ///< through the read-only path; ordinary stores
  streaming,  ///< to be evicted first
  prefetch,   ///< loads only: not kept in the first-level cache, and the second-level cache fetches 256 bytes
};

/// Tiles walked column by column: blocks under way at a time then write whole stretches of a few rows.
inline constexpr unsigned all_rows = 1U << 16;

/// What `cuda_vectorised` was tuned for: an NVIDIA H200.
template <class T>
struct Tuning;
template <>
struct Tuning<float> {
  static constexpr int width = 64, height = 128;  ///< of a tile, elements of the input
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
