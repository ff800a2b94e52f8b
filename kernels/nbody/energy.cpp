#include "kernels/nbody/energy.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "kernels/nbody/start.hpp"
#include "kernels/nbody/state.hpp"

namespace heteroscope::nbody {

namespace {

struct Columns {
  std::vector<double> x, y, z, mass;
};

/// Σ m / √(d² + ε²) over all bodies before the i-th.
double potential_before(const Columns& all, std::size_t i, double softening_squared) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t j = 0; j < i; ++j) {
    const double dx = all.x[j] - all.x[i];
    const double dy = all.y[j] - all.y[i];
    const double dz = all.z[j] - all.z[i];
    sum += all.mass[j] / std::sqrt(dx * dx + dy * dy + dz * dz + softening_squared);
  }
  return sum;
}

}  // namespace

Energy energy_of(const Parameters& parameters, const FieldView& state, int threads) {
  return with_precision(state.precision, [&]<class T>() {
    const auto count = static_cast<std::size_t>(state.size.height);
    Columns all{std::vector<double>(count), std::vector<double>(count), std::vector<double>(count),
                std::vector<double>(count)};
    double kinetic = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const T* row = state.row<const T>(static_cast<int>(i));
      all.x[i] = row[0];
      all.y[i] = row[1];
      all.z[i] = row[2];
      all.mass[i] = row[3];
      const double vx = row[4];
      const double vy = row[5];
      const double vz = row[6];
      kinetic += 0.5 * all.mass[i] * (vx * vx + vy * vy + vz * vz);
    }
    const double softening_squared = parameters.softening * parameters.softening;
    std::vector<double> potentials(count);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 64)
    for (std::size_t i = 0; i < count; ++i) potentials[i] = all.mass[i] * potential_before(all, i, softening_squared);
    double potential = 0;
    for (const double each : potentials) potential -= each;
    return Energy{kinetic, potential};
  });
}

Energy energy_at_start(const Parameters& parameters, Precision precision, int threads) {
  const Size size{columns, parameters.bodies};
  std::vector<std::byte> memory(static_cast<std::size_t>(size.area()) * bytes_of(precision));
  const FieldView state{memory.data(), size, precision};
  begin(parameters, state);
  return energy_of(parameters, state, threads);
}

}  // namespace heteroscope::nbody
