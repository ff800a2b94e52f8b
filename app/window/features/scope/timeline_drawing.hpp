#pragma once

#include <span>

#include "app/plot/drawing.hpp"
#include "app/plot/style.hpp"
#include "app/window/features/scope/timeline_area.hpp"
#include "app/window/look/theme.hpp"

/// The names, axis and marks of a timeline, for the window and for files.
namespace heteroscope {

struct TimelineStyle {
  PlotStyle plot;
  const Theme* theme = nullptr;
};

/// Returns the width of the names at the left of the rows.
double names_room(const Timeline& timeline, std::span<const Timeline::Beside> beside, const PlotStyle& style);
/// Draws the names of the rows, or of some if there is no room for all.
void put_row_names(const RowsArea& area, const Timeline& timeline, std::span<const Timeline::Beside> beside,
                   double left, const PlotStyle& style, Drawing& out);
/// Draws lines between units, and fainter ones between the rows of one unit.
void put_row_lines(const RowsArea& area, const Timeline& timeline, const TimelineStyle& style, Drawing& out);
/// Draws the bars of copies and of the display.
void put_beside(const RowsArea& area, std::span<const Timeline::Beside> beside, const TimelineStyle& style,
                Drawing& out);
/// Draws the starts of waves, and the tail in which some units had nothing left to do.
void put_waves_and_tails(const RowsArea& area, const Timeline& timeline, const TimelineStyle& style, Drawing& out);
/// Draws the time axis below the rows.
void put_time_axis(const RowsArea& area, const PlotStyle& style, Drawing& out);

}  // namespace heteroscope
