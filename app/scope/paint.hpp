#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/scope/times.hpp"
#include "core/trace/color.hpp"
#include "core/trace/evenness.hpp"

namespace heteroscope {

/// A color and what has it.
struct ScopeLegend {
  std::string label;
  std::uint32_t color = 0;  ///< RGBA8, red in the lowest byte
  std::int64_t launches = 0;
  std::int64_t blocks = 0;  ///< or rows
};

/// The spans' colors.
struct ScopePaint {
  /// For each span: red in the lowest byte; the highest is the share of its threads that compute, of 255, and 0 only
  /// for none. All 0: there is none in this place of the grid.
  std::vector<std::uint32_t> colors;
  std::vector<ScopeLegend> legend;  ///< few colors that mean something by themselves; else empty
  std::vector<std::uint32_t> ramp;  ///< colors from time 0 to the last start or end; else empty
  double ramp_end = 0;              ///< µs
  bool ramp_of_shares = false;      ///< it goes from 0 to 1 instead
};

/// All that the picture shows of a span, as shaders read it.
struct ShownSpan {
  std::uint32_t color = 0;
  float start = 0, end = 0;  ///< as MappingTimes counts
};
/// For each span.
std::vector<ShownSpan> shown_spans(const ScopePaint& paint, const MappingTimes& times);

/// Spans that were not recorded are `gray`.
ScopePaint paint_mapping(const ScopeSpans& spans, const MappingIndex* index, const MappingTimes& times,
                         TraceColor color, std::uint32_t gray);

/// Warps, from uneven to even; places without work have none.
ScopePaint paint_warps(const Evenness& evenness);

/// The gray of what was not recorded, and of what is not looked at.
std::uint32_t gray_on(bool dark);

}  // namespace heteroscope
