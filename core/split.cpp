#include "core/split.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {

Shares split(Processor processor, double share, int height, const Timing* /*previous*/) {
  if (processor == Processor::cpu) share = 0;
  if (processor == Processor::gpu) share = 1;
  const int border = std::clamp(static_cast<int>(std::lround(share * height)), 0, height);
  return {.gpu = {0, border}, .cpu = {border, height}};
}

}  // namespace heteroscope
