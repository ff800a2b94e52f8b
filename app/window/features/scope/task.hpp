#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scope/paint.hpp"
#include "app/scope/timeline.hpp"
#include "app/scope/traced.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/look/theme_kind.hpp"
#include "core/model/settings/settings.hpp"
#include "core/run/frame.hpp"
#include "core/trace/evenness.hpp"

namespace heteroscope {

/// What a cover is of.
struct CoverOf {
  const Workload* workload = nullptr;
  std::string variant;       ///< a covering one; empty: none
  bool as_computed = false;  ///< a pass of the traced frame instead
  PassKey pass;              ///< then
  Values parameters;         ///< without the time
  Extent output;
  int rows = 0;      ///< of the result that the GPU computes
  BlockShape block;  ///< as chosen; {0, 0}: the variant's own
  bool operator==(const CoverOf&) const = default;
};

/// The block that the variant really has.
BlockShape block_of(const CoveringVariant& variant, BlockShape chosen);
/// Throws BadInput for parameters that cannot be bound.
Cover make_cover(const CoverOf& of, const CoveringVariant& variant);

/// A picture of a cover.
struct CoverWish {
  CoverOf of;
  Rows cpu;                             ///< rows that the CPU computes
  std::shared_ptr<const Frame> traced;  ///< whose trace is of that cover; null: there is none
  TraceColor color = TraceColor::block;
  ThemeKind theme = ThemeKind::dark;
  bool operator==(const CoverWish&) const = default;
};

/// What is drawn. Its parts are kept from one to the next where they are the same.
struct CoverShow {
  CoverWish wish;                   ///< without the frame
  std::uint64_t traced_serial = 0;  ///< that frame's; 0: none
  std::string why_not;              ///< one line, and no parts
  CoverPieces pieces;
  std::shared_ptr<const CoverIndex> index;  ///< null without blocks
  std::shared_ptr<const CoverTimes> times;
  std::shared_ptr<const CoverPaint> paint;
  std::shared_ptr<const std::vector<ShownPiece>> shown;  ///< there where paint is
  std::shared_ptr<const Timeline> timeline;
  std::shared_ptr<const Evenness> evenness;  ///< of the result, where its warps are shown instead of pieces
  std::vector<PassKey> passes;               ///< that the frame has, where it is shown as it was computed
  PassKey pass;                              ///< the one of them that is shown

  /// The cells that blocks are of.
  [[nodiscard]] const Extent& extent() const { return index == nullptr ? wish.of.output : index->cover.extent; }
};

/// The timeline's picture: of a span, so many columns wide.
struct TimelineWish {
  std::shared_ptr<const CoverShow> show;
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
struct CoverTable {
  struct Row {
    std::string variant;
    BlockShape block;
    std::optional<CoverFigures> figures;  ///< once they are counted
    std::string why_not;
  };
  CoverOf of;  ///< `variant` is empty
  std::vector<Row> rows;
};

using CoverShowTask = LatestTask<CoverWish, CoverShow>;
using CoverTableTask = LatestTask<CoverOf, CoverTable>;
using TimelineTask = LatestTask<TimelineWish, TimelineShow>;

/// The tasks' work.
void make_show(const CoverWish& wish, const std::atomic<bool>& stop, const CoverShow* previous,
               const CoverShowTask::Publish& publish);
void make_table(const CoverOf& of, const std::atomic<bool>& stop, const CoverTableTask::Publish& publish);
void make_timeline(const TimelineWish& wish, const std::atomic<bool>& stop, const TimelineTask::Publish& publish);

/// All, with threads that begin with the first wish.
struct CoverTasks {
  CoverTasks();
  CoverShowTask show;
  CoverTableTask table;
  TimelineTask timeline;
};

}  // namespace heteroscope
