#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/window/cover/color.hpp"
#include "app/window/cover/times.hpp"
#include "app/window/look/theme_kind.hpp"
#include "core/io/png.hpp"

namespace heteroscope {

/// A color and what has it.
struct CoverLegend {
  std::string label;
  std::uint32_t color = 0;  ///< RGBA8, red in the lowest byte
  std::int64_t launches = 0;
  std::int64_t blocks = 0;  ///< or rows
};

/// The pieces' colors.
struct CoverPaint {
  /// By piece: red in the lowest byte; the highest is the share of its threads that compute, of 255: 0 only for none.
  std::vector<std::uint32_t> colors;
  std::vector<CoverLegend> legend;  ///< few colors that mean something by themselves; else empty
  std::vector<std::uint32_t> ramp;  ///< colors from time 0 to the last start; else empty
  double ramp_end = 0;              ///< µs
};

CoverPaint paint_cover(const CoverPieces& pieces, const CoverIndex* index, const CoverTimes& times, CoverColor color,
                       ThemeKind theme);

/// Who was busy when: a row for each multiprocessor and then for each CPU thread, a column for each of `columns` equal
/// parts of the span; transparent where nothing ran, the mean of the colors where several pieces did.
Picture timeline_of(const CoverPieces& pieces, const CoverTimes& times, const std::vector<std::uint32_t>& colors,
                    int columns);

}  // namespace heteroscope
