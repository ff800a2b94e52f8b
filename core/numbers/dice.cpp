#include "core/numbers/dice.hpp"

#include <algorithm>

namespace heteroscope {

std::int64_t corner_number(Dice& dice, std::int64_t low, std::int64_t high) {
  const auto inside = [&](std::int64_t value) { return std::clamp(value, low, high); };
  switch (dice.whole(0, 9)) {
    case 0:
      return low;
    case 1:
      return high;
    case 2:
      return inside((std::int64_t{1} << dice.whole(0, 40)) + dice.whole(-1, 1));
    case 3:
      return inside(low + dice.whole(0, 8));
    case 4:
      return inside(16 * dice.whole(0, 64) + dice.whole(-1, 1));
    case 5:
    case 6:
      if (low > 0) {
        return inside(std::llround(dice.logarithmic(static_cast<double>(low), static_cast<double>(high))));
      }
      [[fallthrough]];
    default:
      return dice.whole(low, high);
  }
}

}  // namespace heteroscope
