#include "kernels/registry.hpp"

#include <array>

#include "kernels/binarize/workload.hpp"
#include "kernels/blur/workload.hpp"
#include "kernels/embedded_files.hpp"
#include "kernels/heat/workload.hpp"
#include "kernels/histogram/workload.hpp"
#include "kernels/laplace/workload.hpp"
#include "kernels/mandelbrot/workload.hpp"
#include "kernels/nbody/workload.hpp"
#include "kernels/transpose/workload.hpp"
#include "kernels/triangle/workload.hpp"

namespace heteroscope {

Catalog catalog() {
  static const std::array all{&mandelbrot::workload, &binarize::workload,  &transpose::workload,
                              &blur::workload,       &histogram::workload, &heat::workload,
                              &laplace::workload,    &triangle::workload,  &nbody::workload};
  return all;
}

OwnVariants& own_variants() {
  static OwnVariants all(catalog(), own_headers());
  return all;
}

}  // namespace heteroscope
