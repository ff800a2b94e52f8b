#pragma once

#include <any>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/model/access_pattern.hpp"
#include "kernels/heat/scheme.hpp"

namespace heteroscope::heat {

/// Names of the states that a step is computed from, the newest first.
inline constexpr std::string_view state_names[] = {"state", "state before", "state before that"};

/// The square planes that all access patterns of heat share: those of a step once a multistep method has its history.
struct Planes {
  int n;
  int bytes;  ///< of a value
  Scheme scheme;

  explicit Planes(const AccessProblem& p)
      : n(p.output.size.width), bytes(static_cast<int>(bytes_of(p.precision))), scheme(scheme_past_start(p)) {}

  [[nodiscard]] std::int64_t place(int x, int y) const { return std::int64_t{y} * n + x; }
  [[nodiscard]] bool inside(int x, int y) const { return x >= 0 && y >= 0 && x < n && y < n; }
  [[nodiscard]] bool on_edge(int x, int y) const { return x == 0 || y == 0 || x == n - 1 || y == n - 1; }
  [[nodiscard]] AccessArray array(std::string_view name) const { return {name, false, bytes, {n, n}}; }
  /// The planes whose weighted sum a pass looks at.
  [[nodiscard]] std::vector<std::string_view> read_by(int pass) const {
    if (pass > 0) return {"between"};
    return {std::begin(state_names), std::begin(state_names) + scheme.terms};
  }
  [[nodiscard]] std::string_view written_by(int pass) const { return pass == scheme.passes - 1 ? "result" : "between"; }
  /// The planes of the states and of the result.
  [[nodiscard]] AccessPattern pattern() const {
    AccessPattern out;
    for (const std::string_view each : read_by(0)) out.arrays.push_back(array(each));
    out.arrays.push_back(array("result"));
    return out;
  }

 private:
  static Scheme scheme_past_start(const AccessProblem& p) {
    const auto& parameters = *std::any_cast<Parameters>(p.parameters);
    return scheme_of(parameters, history_of(parameters.integrator));
  }
};

}  // namespace heteroscope::heat
