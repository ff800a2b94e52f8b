#pragma once

namespace heteroscope {

/// The limit of a halo, for a split or a band: rows beyond a part's own that it needs for the steps between
/// two exchanges.
inline constexpr int rows_between_exchanges = 16;

}  // namespace heteroscope
