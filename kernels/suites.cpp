#include "kernels/suites.hpp"

#include <array>

namespace heteroscope {

namespace mandelbrot {
extern const Suite schedules_suite, memory_suite, shares_suite;
}
namespace binarize {
extern const Suite mean_suite, threshold_suite;
}
namespace transpose {
extern const Suite tiles_suite;
}
namespace blur {
extern const Suite masks_suite;
}
namespace histogram {
extern const Suite runs_suite;
}
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
  static const std::array all{&mandelbrot::schedules_suite, &mandelbrot::memory_suite,  &mandelbrot::shares_suite,
                              &binarize::mean_suite,        &binarize::threshold_suite, &transpose::tiles_suite,
                              &blur::masks_suite,           &histogram::runs_suite,     &heat::blocks_suite,
                              &laplace::methods_suite,      &triangle::mappings_suite};
  return all;
}

}  // namespace heteroscope
