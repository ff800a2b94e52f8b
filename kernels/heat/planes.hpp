#pragma once

#include "core/model/warp_recorder.hpp"
#include "kernels/heat/scheme.hpp"

namespace heteroscope::heat {

/// Names of the states that a step is computed from, the newest first.
inline constexpr std::string_view state_names[] = {"state", "state before", "state before that"};

/// The square planes that all access patterns of heat share.
struct Planes {
  int n;
  int bytes;  ///< of a value
  Scheme scheme;

  explicit Planes(const AccessProblem& p)
      : n(p.output.size.width), bytes(static_cast<int>(bytes_of(p.precision))), scheme(scheme_past_start(p)) {}

  [[nodiscard]] std::int64_t place(int x, int y) const { return std::int64_t{y} * n + x; }
  [[nodiscard]] bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < n && y < n; }
  [[nodiscard]] bool on_edge(int x, int y) const { return x == 0 || y == 0 || x == n - 1 || y == n - 1; }
  /// The planes of the states and of the result.
  [[nodiscard]] AccessPattern pattern() const {
    AccessPattern out;
    for (int i = 0; i < scheme.terms; ++i) out.arrays.push_back({state_names[i], false, bytes, {n, n}});
    out.arrays.push_back({"result", false, bytes, {n, n}});
    return out;
  }

 private:
  static Scheme scheme_past_start(const AccessProblem& p) {
    const auto& parameters = *std::any_cast<Parameters>(p.parameters);
    return scheme_of(parameters, history_of(parameters.integrator));
  }
};

}  // namespace heteroscope::heat
