#include "app/scope/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/format.hpp"
#include "core/base/error.hpp"

namespace heteroscope {

Picture scope_picture(const Extent& extent, const ScopeSpans& spans, const MappingIndex* index,
                      const ScopePaint& paint) {
  constexpr std::int64_t most = std::int64_t{1} << 26;
  const Size size = extent.size;
  if (size.area() > most) {
    throw BadInput(fmt::format("a picture of {} x {} cells is too large to draw (at most {}): choose a smaller result",
                               size.width, size.height, format_count(most)));
  }
  Picture out;
  out.size = size;
  out.pixels.resize(static_cast<std::size_t>(size.area()));
  const auto fill = [&](const Patch& patch, std::int64_t span) {
    const std::uint32_t color = paint.colors[static_cast<std::size_t>(span)] | 0xff000000U;
    for (int y = std::max(patch.y, 0); y < std::min(patch.y + patch.height, size.height); ++y) {
      std::uint32_t* const row = out.pixels.data() + std::int64_t{y} * size.width;
      const int end = std::min(patch.x + patch.width, values_in_row(extent.domain, size.width, y));
      if (patch.x < end) std::fill(row + patch.x, row + end, color);
    }
  };
  for (std::int64_t block = 0; block < spans.blocks; ++block) {
    each_patch(*index, block, [&](const Patch& patch) { fill(patch, block); });
  }
  for (int row = spans.rows.begin; row < spans.rows.end; ++row) fill({0, row, size.width, 1}, spans.of_row(row));
  return out;
}

std::optional<Picture> traced_picture(std::span<const Participant> participants, std::span<const Trace> traces,
                                      const PassKey& pass, Size field, TraceColor color) {
  const auto traced = traced_mapping(participants, traces, pass, field, {});
  if (!traced) return std::nullopt;
  const ScopeSpans spans{.blocks = traced->index.blocks(), .rows = {}};
  const ScopePaint paint = paint_mapping(spans, &traced->index, traced->times, color, gray_on(true));
  return scope_picture(traced->index.mapping.extent, spans, &traced->index, paint);
}

}  // namespace heteroscope
