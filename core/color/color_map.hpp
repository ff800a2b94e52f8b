#pragma once

#include <cstdint>

#include "core/base/host_device.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// How a value is mapped to a place on the palette.
enum class ColorScale : int { linear, sqrt, log, cyclic, histogram };
template <>
inline constexpr std::array<IdTable<ColorScale>, 5> ids<ColorScale>{{{ColorScale::linear, "linear"},
                                                                     {ColorScale::sqrt, "sqrt"},
                                                                     {ColorScale::log, "log"},
                                                                     {ColorScale::cyclic, "cyclic"},
                                                                     {ColorScale::histogram, "histogram"}}};

/// Values after which a cyclic palette starts again where the ends are chosen automatically.
inline constexpr double cyclic_period = 64;

inline constexpr int palette_entries = 1024;

/// Everything that coloring needs; plain data, so that it can be handed to a kernel. `table` is a host pointer for host
/// calls; device calls copy the palette to the device and keep it there.
struct ColorMap {
  const std::uint32_t* table = nullptr;  ///< palette_entries RGBA8 colors, red in the lowest byte
  std::uint64_t table_serial = 0;        ///< changes with the palette: tells when the device's copy is stale
  ColorScale scale = ColorScale::linear;
  double low = 0;             ///< value at the palette's start
  double high = 1;            ///< value at its end; for cyclic, low + one period
  double log_span = 255;      ///< what the log scale takes the logarithm of runs from 1 to 1 + log_span
  double log_factor = 0.125;  ///< 1 / log2(1 + log_span)
  /// For a scale by quantiles (`histogram`): the share of values up to each of palette_entries places of the logarithm,
  /// on the host. Null for the other scales, and if no quantiles were computed.
  const float* ranks = nullptr;
  bool zero_is_special = false;  ///< color zeros with `zero_color` (points inside the Mandelbrot set)
  std::uint32_t zero_color = 0xff000000u;
  std::uint32_t nan_color = 0xffff00ffu;
};

}  // namespace heteroscope
