#pragma once

#include "core/base/host_device.hpp"

namespace heteroscope::laplace {

enum class Boundary { sine, step, image_row };
enum class Cycle { v, full };
enum class Method {
#define HETEROSCOPE_METHOD(name) name,
#include "kernels/laplace/methods/methods.inc"
#undef HETEROSCOPE_METHOD
};

/// The value by which the parameter "method" names it.
HETEROSCOPE_HD constexpr double of(Method method) {
  return static_cast<double>(method);
}

/// The largest grid, in nodes a side, for which the coarser grids of multigrid and the tables of the direct method are
/// laid out.
inline constexpr int most_nodes = 16385;

struct Parameters {
  int n = 257;
  Boundary boundary = Boundary::sine;
  Method method = Method::sor;
  double omega = 0;
  Cycle cycle = Cycle::v;
  double tolerance = 1e-8;
  int max_iterations = 1'000'000;
};

}  // namespace heteroscope::laplace
