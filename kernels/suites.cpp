#include "kernels/suites.hpp"

#include <array>

namespace heteroscope {

namespace heat {
extern const Suite blocks_suite;
}

Suites suites() {
  static const std::array all{&heat::blocks_suite};
  return all;
}

}  // namespace heteroscope
