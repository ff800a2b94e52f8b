#pragma once

#include "kernels/heat/parameters.hpp"
#include "kernels/heat/workload.hpp"
#include "tests/conformance/access_checks.hpp"

namespace heteroscope::heat {

/// Of which accesses are asked for.
struct Problem {
  int n;
  Integrator integrator = Integrator::euler;
  Precision precision = Precision::fp32;
  BlockShape block{64, 4};
  int steps = 1;
  AccessDevice device = {};

  [[nodiscard]] int bytes() const { return static_cast<int>(bytes_of(precision)); }
  [[nodiscard]] int passes() const { return integrator == Integrator::rk4 ? 4 : integrator == Integrator::rk2 ? 2 : 1; }
  [[nodiscard]] int terms() const { return integrator == Integrator::ab3 ? 3 : integrator == Integrator::ab2 ? 2 : 1; }
  [[nodiscard]] Extent output() const { return {{n, n}, precision}; }
  [[nodiscard]] bool on_edge(int x, int y) const { return x == 0 || y == 0 || x == n - 1 || y == n - 1; }
  [[nodiscard]] AccessPattern pattern(std::string_view variant) const {
    const std::any given = Parameters{.n = n, .integrator = integrator};
    return workload.find_accesses("advance", variant)
        ->make({.parameters = &given,
                .output = output(),
                .precision = precision,
                .block = block,
                .steps = steps,
                .values = {},
                .device = device});
  }
};

}  // namespace heteroscope::heat
