#pragma once

#include <cstdint>
#include <vector>

#include "app/production/poster/part_maker.hpp"
#include "core/poster/pieces.hpp"

namespace heteroscope {

/// The relative costs of the last `count` pieces: the work of the same places in a coarse picture if a cell's work
/// follows from its value, otherwise their sizes.
std::vector<double> last_costs(const PartMaker& maker, const Pieces& pieces, Size piece, std::int64_t count,
                               const Waiter& waiter);

}  // namespace heteroscope
