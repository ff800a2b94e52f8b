#pragma once

#include <string>

#include "app/plot/figure.hpp"
#include "app/plot/heat_map.hpp"
#include "app/tune/search.hpp"

namespace heteroscope {

/// The times of the candidates that were tried, over two axes: the block's sides of the best variant if it has blocks,
/// otherwise variants over the axis with most values. Of candidates in one place the fastest is shown. The places of
/// the winner and its ties are marked. Colors do not distinguish what is four times as slow as the best or slower.
HeatMap tune_landscape(const TuneSpace& space, const TuneFound& found);
/// The values of the winner that all places of the landscape have in common, or that each place has the best of its
/// kind.
std::string landscape_about(const TuneSpace& space, const TuneFound& found);
/// The landscape as a figure.
PlotFigure landscape_figure(const TuneSpace& space, const TuneFound& found, const std::string& title,
                            const std::string& about);

}  // namespace heteroscope
