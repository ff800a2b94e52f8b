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
#include "core/model/settings/settings.hpp"
#include "core/run/frame.hpp"
#include "core/trace/evenness.hpp"

namespace heteroscope {

/// What a cover is of.
struct MappingOf {
  const Workload* workload = nullptr;
  std::string variant;       ///< a covering one; empty: none
  bool as_computed = false;  ///< a pass of the traced frame instead
  PassKey pass;              ///< then
  Values parameters;         ///< without the time
  Extent output;
  int rows = 0;      ///< of the result that the GPU computes
  BlockShape block;  ///< as chosen; {0, 0}: the variant's own
  bool operator==(const MappingOf&) const = default;
};

/// A picture of a cover.
struct ScopeWish {
  MappingOf of;
  Rows cpu;                             ///< rows that the CPU computes
  std::shared_ptr<const Frame> traced;  ///< whose trace is of that cover; null: there is none
  TraceColor color = TraceColor::block;
  ThemeKind theme = ThemeKind::dark;
  bool operator==(const ScopeWish&) const = default;
};

/// What is drawn. Its parts are kept from one to the next where they are the same.
struct ScopeShow {
  ScopeWish wish;                   ///< without the frame
  std::uint64_t traced_serial = 0;  ///< that frame's; 0: none
  std::string why_not;              ///< one line, and no parts
  ScopeSpans pieces;
  std::shared_ptr<const MappingIndex> index;  ///< null without blocks
  std::shared_ptr<const MappingTimes> times;
  std::shared_ptr<const ScopePaint> paint;
  std::shared_ptr<const std::vector<ShownSpan>> shown;  ///< there where paint is
  std::shared_ptr<const Timeline> timeline;
  std::shared_ptr<const Evenness> evenness;  ///< of the result, where its warps are shown instead of pieces
  std::vector<PassKey> passes;               ///< that the frame has, where it is shown as it was computed
  PassKey pass;                              ///< the one of them that is shown

  /// The cells that blocks are of.
  [[nodiscard]] const Extent& extent() const { return index == nullptr ? wish.of.output : index->cover.extent; }
};

/// The timeline's picture: of a span, so many columns wide.
struct TimelineWish {
  std::shared_ptr<const ScopeShow> show;
  TimeSpan span;
  int columns = 0;
  TimelineRows rows;
  bool operator==(const TimelineWish&) const = default;
};
struct TimelineShow {
  TimelineWish wish;
  Picture picture;
};

/// The costs of all covers of a workload, at the same size.
struct MappingTable {
  struct Row {
    std::string variant;
    BlockShape block;
    std::optional<MappingFigures> figures;  ///< once they are counted
    std::string why_not;
  };
  MappingOf of;  ///< `variant` is empty
  std::vector<Row> rows;
};

/// Times of all covering variants of a problem on the GPU, each alone, in the settings' block or its own.
struct MappingMeasured {
  Settings settings;                                        ///< what was measured, as measured_settings() makes it
  std::map<std::string, VariantTime, std::less<>> times;    ///< by variant
  std::map<std::string, std::string, std::less<>> why_not;  ///< of those that could not be, a line each
};

/// By how much longer than without a trace frames of these settings take to compute.
struct TracingCost {
  Settings settings;  ///< as cost_settings() makes them
  std::optional<double>
      share;  ///< of the participant of whose time it takes most; none: it is within the noise of each
};

}  // namespace heteroscope
