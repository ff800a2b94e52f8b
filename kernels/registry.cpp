#include "kernels/registry.hpp"

#include <array>

#include "kernels/mandelbrot/workload.hpp"

namespace heteroscope {

Catalog catalog() {
  static const std::array<const Workload*, 1> all{&mandelbrot::workload};
  return all;
}

}  // namespace heteroscope
