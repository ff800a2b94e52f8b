#pragma once

namespace heteroscope {

/// Of a split, or of ranks' bands: beyond a part's own, that it needs for as many steps as are taken between two
/// exchanges.
inline constexpr int rows_between_exchanges = 16;

}  // namespace heteroscope
