#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/ceil_div.hpp"
#include "core/base/host_device.hpp"
#include "kernels/blur/parameters.hpp"

namespace heteroscope::blur {

/// What a block of cuda_tma has in shared memory: a box of the image with the block's tile in it, `strip` columns of
/// `rows` rows, and around it `radius` rows above and below and `apron` columns on each side. These are as many as the
/// radius needs and as make a multiple of 16 bytes, from which on alone the hardware copies boxes:
///
///     ┌───────────────────────┐
///     │       radius rows     │       0 … lead − 1: columns of the box that nobody needs;
///     │      ┌─────────┐      │       the pixel in column x of the tile needs the columns
///     │apron │  tile   │ apron│       lead + x … lead + x + 2 radius
///     │      └─────────┘      │
///     │       radius rows     │
///     └───────────────────────┘
template <class T>
struct BlurBox {
  static constexpr int strip = 64;
  static constexpr int most_rows = 64;
  static constexpr int least_rows = 16;
  static constexpr int threads = 256;
  static constexpr int chunk = 16 / static_cast<int>(sizeof(T));  // values that a thread reads and blurs at a time
  static constexpr int lanes = strip / chunk;                     // threads that blur a row across
  static constexpr int rows_at_a_time = threads / lanes;          // rows that all threads blur across at a time
  static constexpr int rows_across = 2;  // rows in which a thread blurs across with each weight that it reads
  static constexpr int run = 8;          // pixels below each other that a thread blurs down

  int radius;
  int rows;

  [[nodiscard]] HETEROSCOPE_HD constexpr int taps() const { return 2 * radius + 1; }
  [[nodiscard]] HETEROSCOPE_HD constexpr int apron() const { return ceil_div(radius, chunk) * chunk; }
  [[nodiscard]] HETEROSCOPE_HD constexpr int lead() const { return apron() - radius; }
  [[nodiscard]] HETEROSCOPE_HD constexpr int width() const { return strip + 2 * apron(); }
  [[nodiscard]] HETEROSCOPE_HD constexpr int height() const { return rows + 2 * radius; }
  [[nodiscard]] HETEROSCOPE_HD constexpr int values() const { return width() * height(); }
  [[nodiscard]] HETEROSCOPE_HD constexpr int bytes() const { return values() * static_cast<int>(sizeof(T)); }
  /// With the barrier behind the box.
  [[nodiscard]] constexpr std::size_t shared_bytes() const {
    return static_cast<std::size_t>(bytes()) + sizeof(std::uint64_t);
  }
};

/// The box for a radius, in a job of so many rows, where `most_bytes` of shared memory are to hold it: its tile has as
/// many rows as let it fit, and no more than the job needs. Some `least_rows` it has in any case.
template <class T>
constexpr BlurBox<T> blur_box(int radius, int rows_of_job, std::size_t most_bytes) {
  BlurBox<T> out{.radius = radius, .rows = BlurBox<T>::most_rows};
  const auto too_large = [&] { return out.rows / 2 >= rows_of_job || out.shared_bytes() > most_bytes; };
  while (out.rows > BlurBox<T>::least_rows && too_large()) out.rows /= 2;
  return out;
}

/// The shared memory that a block can have on every GPU with tensor maps, in bytes: that of compute capability 12.0.
inline constexpr std::size_t least_shared_with_boxes = 99 << 10;
static_assert(blur_box<double>(max_radius, 1, 0).shared_bytes() <= least_shared_with_boxes);

}  // namespace heteroscope::blur
