#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scope/paint.hpp"
#include "app/scope/timeline.hpp"
#include "app/scope/traced.hpp"
#include "app/window/look/theme_kind.hpp"
#include "app/window/model/measured/variant_time.hpp"
#include "core/frame/frame.hpp"
#include "core/model/settings/settings.hpp"
#include "core/trace/evenness.hpp"

namespace heteroscope {

/// What the scope shows: blocks of a variant, or a pass of a traced frame.
struct MappingOf {
  const Workload* workload = nullptr;
  std::string variant;       ///< a variant with a block mapping; empty: none
  bool as_computed = false;  ///< it shows a pass of the traced frame instead
  PassKey pass;              ///< that pass
  Values parameters;         ///< the parameters without the time
  Extent output;
  int rows = 0;      ///< rows of the result that the GPU computes
  BlockShape block;  ///< as chosen; {0, 0}: the variant's own
  bool operator==(const MappingOf&) const = default;
};

/// A request for a picture of a block mapping.
struct ScopeRequest {
  MappingOf of;
  Rows cpu;                             ///< rows that the CPU computes
  std::shared_ptr<const Frame> traced;  ///< the frame whose trace shows that cover; null: there is none
  TraceColor color = TraceColor::block;
  ThemeKind theme = ThemeKind::dark;
  bool operator==(const ScopeRequest&) const = default;
};

/// The scope's picture. Parts that do not change are shared with the next one.
struct ScopeShow {
  ScopeRequest request;             ///< the request, without its frame
  std::uint64_t traced_serial = 0;  ///< serial number of that frame; 0: none
  std::string why_not;              ///< why there is no picture, in one line
  ScopeSpans spans;
  std::shared_ptr<const MappingIndex> index;  ///< null if there are no blocks
  std::shared_ptr<const MappingTimes> times;
  std::shared_ptr<const ScopePaint> paint;
  std::shared_ptr<const std::vector<ShownSpan>> shown;  ///< set whenever paint is
  std::shared_ptr<const Timeline> timeline;
  std::shared_ptr<const Evenness> evenness;  ///< set if warps of the result are shown instead of spans
  std::vector<PassKey> passes;               ///< the passes of a traced frame
  PassKey pass;                              ///< the one of them that is shown

  /// Returns the extent of the cells that blocks compute.
  [[nodiscard]] const Extent& extent() const { return index == nullptr ? request.of.output : index->mapping.extent; }
};

/// A request for the timeline's picture of a time span, `columns` wide.
struct TimelineRequest {
  std::shared_ptr<const ScopeShow> show;
  TimeSpan span;
  int columns = 0;
  TimelineRows rows;
  bool operator==(const TimelineRequest&) const = default;
};
struct TimelineShow {
  TimelineRequest request;
  Picture picture;
};

/// The figures of all block mappings of a workload, at the same size.
struct MappingTable {
  struct Row {
    std::string variant;
    BlockShape block;
    std::optional<MappingFigures> figures;  ///< set once they are counted
    std::string why_not;
  };
  MappingOf of;  ///< `variant` is empty
  std::vector<Row> rows;
};

/// Times of all variants with a block mapping on the GPU, each alone, with the settings' block or its own.
struct MappingMeasured {
  Settings settings;                                        ///< the measured settings, made by measured_settings()
  std::map<std::string, VariantTime, std::less<>> times;    ///< by variant
  std::map<std::string, std::string, std::less<>> why_not;  ///< why a variant was not measured, in one line
};

/// By how much longer frames of these settings take to compute with a trace than without.
struct TracingCost {
  Settings settings;  ///< as cost_settings() makes them
  std::optional<double>
      share;  ///< the share, of the participant that it slows most; none: it is within the noise of each
};

}  // namespace heteroscope
