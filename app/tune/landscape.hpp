#pragma once

#include <string>

#include "app/plot/heat_map.hpp"
#include "app/tune/search.hpp"

namespace heteroscope {

/// What those took that were tried, over two of the axes: the block's sides of the best variant where it has blocks,
/// else variants over what else there is most of; of candidates in one place the fastest. The winner's place and those
/// of its ties are marked. Nothing of what is four times as slow as the best is told apart by color.
HeatMap tune_landscape(const TuneSpace& space, const TuneFound& found);
/// What of the winner all places of the landscape have in common, or that each is the best of its kind.
std::string landscape_about(const TuneSpace& space, const TuneFound& found);
/// The same as a picture that stands alone.
std::string landscape_svg(const TuneSpace& space, const TuneFound& found, const std::string& title,
                          const std::string& about);

}  // namespace heteroscope
