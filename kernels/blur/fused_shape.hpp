#pragma once

#include <algorithm>
#include <cstddef>

#include "core/base/ceil_div.hpp"

namespace heteroscope::blur {

/// How a kernel in which warps march alone is laid out (fused_strip.cuh).
/// `vector`: neighboring columns of a lane, at most 16 bytes. `warps` of a block; they are independent of each other.
/// `blocks` of a multiprocessor, at least (launch bounds). `turn`: rows in the body of a march's loop, 2 radius, where
/// sums keep their registers, or 1. `rows` that a warp computes, at most. `stages`: lines of a warp in shared memory;
/// all but one are being copied.
template <int vector, int warps, int blocks, int turn, int rows, int stages>
struct MarchLayout {};

/// How a kernel in which a block shares a ring of rows is laid out (fused_ring.cuh).
/// `strip`: columns of a block. `vector`: neighboring columns, and `height`: rows below each other, that a thread
/// blurs down. `teams`: groups of threads, one below the other; each blurs `height` rows of a step down. `width`:
/// neighboring values that a thread blurs across. `blocks` of a multiprocessor, at least (launch bounds). `rows` that a
/// block computes, at most. `stages`: buffers of a step's rows; all but one are being copied.
template <int strip, int vector, int height, int teams, int width, int blocks, int rows, int stages>
struct RingLayout {};

template <class T, int R>
struct Reach {
  static constexpr int chunk = 16 / sizeof(T);              // values that are copied at a time
  static constexpr int apron = ceil_div(R, chunk) * chunk;  // columns beside a strip
};

/// A warp marches down a strip of columns, one row a step; each lane has `vector` neighboring columns and holds their 2
/// R sums in registers.
template <class Layout, class T, int R>
struct MarchShape;
template <int vector_, int warps_, int blocks_, int turn_, int rows_, int stages_, class T, int R>
struct MarchShape<MarchLayout<vector_, warps_, blocks_, turn_, rows_, stages_>, T, R> : Reach<T, R> {
  static constexpr int radius = R;
  static constexpr int taps = 2 * R + 1;
  static constexpr int vector = vector_;
  static constexpr int warps = warps_;
  static constexpr int blocks = blocks_;
  static constexpr int turn = turn_;
  static constexpr int most_rows = rows_;
  static constexpr int stages = stages_;
  static constexpr int threads = 32 * warps;
  static constexpr int strip = 32 * vector;
  static constexpr int line = strip + 2 * Reach<T, R>::apron;
};

/// A block walks down a strip of columns, `rows` rows a step.
template <class Layout, class T, int R>
struct RingShape;
template <int strip_, int vector_, int height_, int teams_, int width_, int blocks_, int rows_, int stages_, class T,
          int R>
struct RingShape<RingLayout<strip_, vector_, height_, teams_, width_, blocks_, rows_, stages_>, T, R> : Reach<T, R> {
  using Reach<T, R>::apron;
  using Reach<T, R>::chunk;
  static constexpr int strip = strip_;
  static constexpr int vector = vector_;
  static constexpr int height = height_;
  static constexpr int teams = teams_;
  static constexpr int width = width_;
  static constexpr int blocks = blocks_;
  static constexpr int most_rows = rows_;
  static constexpr int stages = stages_;
  static constexpr int team = strip / vector;  // threads
  static constexpr int threads = team * teams;
  static constexpr int warps = threads / 32;
  static constexpr int line = strip + 2 * apron;
  static constexpr int rows = height * teams;  // of a step

  // The ring has slots of `height` rows: those that a step of the result needs, and those of the step that is being
  // blurred across. A result needs 2 R rows more than it has; they are rounded up to whole slots.
  static constexpr int reach = ceil_div(2 * R, height);
  static constexpr int lead = ceil_div(reach + teams, teams);  // steps that are blurred across before the first result
  static constexpr int unused = lead * teams - reach - teams;  // slots above those that the first result needs
  static constexpr int slots = reach + 2 * teams;

  // Eight threads read 16 bytes each at a time, those of `interleaved` rows: these begin 16 bytes apart, modulo what
  // a thread computes, so that no two of the eight read the same banks.
  static constexpr int interleaved = width / chunk;
  static constexpr int pitch_for(int values) {
    const int whole = ceil_div(values, width) * width;
    return interleaved == 1 ? whole : (whole - values >= width - chunk ? whole - width : whole) + chunk;
  }
  static constexpr int pitch = pitch_for(line);        // of rows with their aprons
  static constexpr int ring_pitch = pitch_for(strip);  // of blurred rows
  static constexpr int slot = height * ring_pitch;
  static constexpr int ring = slots * slot;
  static constexpr int buffer = rows * pitch;
  static constexpr int bytes = (ring + stages * buffer) * static_cast<int>(sizeof(T));
  static_assert(width % chunk == 0 && strip % width == 0 && rows % interleaved == 0);
  static_assert(strip % vector == 0 && threads % 32 == 0 && rows % warps == 0);
};

/// The layout for a radius: of those that were measured on an H200 the fastest over images whose rows begin at
/// multiples of 16 bytes and others (MEASURED.md).
template <class T, int R>
constexpr auto fused_layout() {
  if constexpr (sizeof(T) == 4) {
    if constexpr (R == 1)
      return MarchLayout<4, 4, 5, 1, 8, 4>{};
    else if constexpr (R <= 3)
      return MarchLayout<4, 4, 5, 1, 16, 4>{};
    else if constexpr (R <= 6)
      return MarchLayout<4, 4, 3, 1, 32, 6>{};
    else if constexpr (R <= 12)
      return RingLayout<128, 2, 4, 4, 16, 1, 512, 2>{};
    else if constexpr (R <= 24)
      return RingLayout<128, 2, 8, 2, 16, 3, 512, 2>{};
    else if constexpr (R <= 28)
      return RingLayout<128, 2, 8, 4, 16, 1, 512, 2>{};
    else
      return RingLayout<128, 2, 8, 2, 8, 3, 512, 2>{};
  } else {
    if constexpr (R == 1)
      return MarchLayout<1, 4, 8, 2, 16, 6>{};
    else if constexpr (R <= 6)
      return RingLayout<128, 1, 4, 2, 8, 1, 512, 2>{};
    else if constexpr (R <= 8)
      return RingLayout<128, 1, 8, 1, 8, 3, 512, 3>{};
    else if constexpr (R <= 14)
      return RingLayout<64, 1, 8, 2, 8, 3, 512, 3>{};
    else
      return RingLayout<64, 1, 8, 2, 8, 3, 512, 2>{};
  }
}

/// The shared memory that a block can have on every GPU that the program runs on, in bytes: that of compute
/// capability 7.5.
inline constexpr std::size_t least_shared_bytes = 64 << 10;
/// A ring of fewer columns than the fastest one, which every GPU has the shared memory for.
using SmallRingLayout = RingLayout<32, 1, 8, 2, 8, 3, 512, 2>;

/// The shared memory that a block of a kernel asks for when it is launched, in bytes. What a march takes is a part of
/// its code, and suits every GPU.
template <class T, int R, int... numbers>
constexpr std::size_t asked_bytes(MarchLayout<numbers...>) {
  return 0;
}
template <class T, int R, int... numbers>
constexpr std::size_t asked_bytes(RingLayout<numbers...> layout) {
  return RingShape<decltype(layout), T, R>::bytes;
}

/// Whether there are two rings for a radius: the fastest one takes more shared memory than some GPUs have.
template <class T, int R>
constexpr bool has_small_ring() {
  return asked_bytes<T, R>(fused_layout<T, R>()) > least_shared_bytes;
}
/// Whether an image so many columns wide is blurred by the small ring, where blocks can have so many bytes of shared
/// memory. One strip of it covers a narrow image; so both rings are launched, and compared, on a GPU that has the
/// memory for either.
template <class T, int R>
constexpr bool takes_small_ring(int width, std::size_t shared_bytes) {
  static_assert(asked_bytes<T, R>(SmallRingLayout{}) <= least_shared_bytes);
  const bool narrow = width <= RingShape<SmallRingLayout, T, R>::strip;
  return has_small_ring<T, R>() && (narrow || shared_bytes < asked_bytes<T, R>(fused_layout<T, R>()));
}

/// The number of rows of a task, out of `rows`, a multiple of `unit` and at most `most`, with which all are computed
/// soonest by so many tasks at a time, at least one, if a task takes the time of so many rows and of `repeated` ones.
/// Each of the `strips` of the image is cut into tasks.
inline int rows_of_a_task(int rows, int strips, int at_a_time, int unit, int most, int repeated) {
  const int together = std::max(at_a_time, 1);
  int best = unit;
  long long least = 0;
  for (int each = unit; each <= std::max(unit, most); each += unit) {
    const int tasks = strips * ceil_div(rows, each);
    const long long time = static_cast<long long>(ceil_div(tasks, together)) * (each + repeated);
    if (least == 0 || time < least) {
      least = time;
      best = each;
    }
  }
  return best;
}

}  // namespace heteroscope::blur
