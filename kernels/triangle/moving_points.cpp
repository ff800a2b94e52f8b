#include "kernels/triangle/moving_points.hpp"

#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/base/parallel.hpp"
#include "core/numbers/splitmix.hpp"
#include "core/types/basic_types.hpp"

namespace heteroscope::triangle {
namespace {

/// The i-th number of a random stream, uniform in [0, 1).
double uniform(std::uint64_t stream, std::uint64_t i) {
  return static_cast<double>(splitmix((stream << 40) + (i + 1) * splitmix_step) >> 11) * 0x1p-53;
}

/// The place after a way of `way` from `start` in [0, length], reflected at both ends.
double reflected(double start, double way, double length) {
  if (length <= 0) return 0;
  double place = std::fmod(start + way, 2 * length);
  if (place < 0) place += 2 * length;
  return place > length ? 2 * length - place : place;
}

}  // namespace

Size table_size(const Parameters& parameters) {
  return {parameters.n, 2};
}

void fill_table(const Parameters& p, const FieldView& out) {
  const double length = 1 - 2 * p.radius;
  with_precision(out.precision, [&]<class T>() {
    T* const x = out.row<T>(0);
    T* const y = out.row<T>(1);
#pragma omp parallel for schedule(static) num_threads(all_threads())
    for (int i = 0; i < p.n; ++i) {
      const auto number = [&](int which) {
        return uniform(static_cast<std::uint64_t>(p.seed), 4 * static_cast<std::uint64_t>(i) + which);
      };
      const double angle = 2 * std::numbers::pi * number(2);
      const double way = (0.02 + 0.08 * number(3)) * p.time;
      x[i] = static_cast<T>(p.radius + reflected(length * number(0), way * std::cos(angle), length));
      y[i] = static_cast<T>(p.radius + reflected(length * number(1), way * std::sin(angle), length));
    }
  });
}

}  // namespace heteroscope::triangle
