#pragma once

#include <cstdint>
#include <string>

#include "app/plot/plot.hpp"
#include "app/tune/search.hpp"

namespace heteroscope {

/// How much slower than the best each candidate is that was tried, over two of the axes: the block's sides of the best
/// variant where it has blocks, else variants over what else there is most of; of candidates in one place the fastest.
/// `mark`: color of the winner's mark.
Plot tune_landscape(const TuneSpace& space, const TuneFound& found, std::uint32_t mark);
/// What of the winner all places of the landscape have in common, or that each is the best of its kind.
std::string landscape_about(const TuneSpace& space, const TuneFound& found);
/// The same as a picture that stands alone.
std::string landscape_svg(const TuneSpace& space, const TuneFound& found, const std::string& title,
                          const std::string& about);

}  // namespace heteroscope
