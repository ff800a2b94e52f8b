#include "kernels/suites.hpp"

#include <array>

namespace heteroscope {

namespace heat {
extern const Suite blocks_suite;
}
namespace laplace {
extern const Suite methods_suite;
}
namespace triangle {
extern const Suite mappings_suite;
}

Suites suites() {
  static const std::array all{&heat::blocks_suite, &laplace::methods_suite, &triangle::mappings_suite};
  return all;
}

}  // namespace heteroscope
