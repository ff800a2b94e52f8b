#pragma once

#include <optional>
#include <span>

#include "app/scope/paint.hpp"
#include "app/scope/times.hpp"
#include "app/scope/traced.hpp"
#include "core/io/png/png.hpp"

namespace heteroscope {

/// Each cell of the extent in the color of its span; transparent where there is none. `index`: null without blocks.
/// Throws BadInput for an extent of more than 2^26 cells.
Picture scope_picture(const Extent& extent, const ScopeSpans& spans, const MappingIndex* index,
                      const ScopePaint& paint);

/// A pass of traced participants; `field`: as traced_mapping() has it. Nothing where no participant has such a pass.
std::optional<Picture> traced_picture(std::span<const Participant> participants, std::span<const Trace> traces,
                                      const PassKey& pass, Size field, TraceColor color);

}  // namespace heteroscope
