#pragma once

#include <span>

#include "app/plot/drawing.hpp"
#include "app/plot/style.hpp"
#include "app/window/features/scope/timeline_area.hpp"
#include "app/window/look/theme.hpp"

/// The names, axis and marks of a timeline beside its bars. The window and files draw them from here.
namespace heteroscope {

struct TimelineStyle {
  PlotStyle plot;
  const Theme* theme = nullptr;
};

/// Room for the names at the rows' left.
double names_room(const Timeline& timeline, std::span<const Timeline::Beside> beside, const PlotStyle& style);
/// The names of the rows that find room, from a place at the left on: of many units those of some.
void put_row_names(const RowsArea& area, const Timeline& timeline, std::span<const Timeline::Beside> beside,
                   double left, const PlotStyle& style, Drawing& out);
/// Lines between units, and fainter ones between what one of them computes at the same time.
void put_row_lines(const RowsArea& area, const Timeline& timeline, const TimelineStyle& style, Drawing& out);
/// Copies and other work beside the pieces.
void put_beside(const RowsArea& area, std::span<const Timeline::Beside> beside, const TimelineStyle& style,
                Drawing& out);
/// Where waves begin, and from when on units had nothing left to do.
void put_waves_and_tails(const RowsArea& area, const Timeline& timeline, const TimelineStyle& style, Drawing& out);
/// Times below the rows.
void put_time_axis(const RowsArea& area, const PlotStyle& style, Drawing& out);

}  // namespace heteroscope
