#pragma once

namespace heteroscope::rings {

struct Parameters {
  double period = 0.125;
  double center = 0.5;
};

}  // namespace heteroscope::rings
