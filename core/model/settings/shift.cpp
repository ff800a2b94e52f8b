#include "core/model/settings/shift.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "core/model/settings/problem_view.hpp"
#include "core/numbers/turn.hpp"

namespace heteroscope {
namespace {

/// 1/g and 1/g² in units of 2^-32, where g is the real root of g³ = g + 1: the steps of R2.
constexpr std::uint32_t step_x = 3'242'174'889;
constexpr std::uint32_t step_y = 2'447'445'414;

/// Point `k` of R2 with its point 0 in the middle.
double share(std::uint32_t k, std::uint32_t step) {
  return static_cast<double>(static_cast<std::int32_t>(k * step)) * 0x1p-32;
}

}  // namespace

Shift shift_of(int i) {
  const auto k = static_cast<std::uint32_t>(i + 1) / 2;
  const double side = i % 2 == 0 ? -1 : 1;
  return k == 0 ? Shift{} : Shift{side * share(k, step_x), side * share(k, step_y)};
}

Problem shifted(const Problem& problem, const Shift& shift, Catalog catalog) {
  constexpr std::int64_t digits = 12;
  const Navigation& ids = *find_workload(catalog, problem.workload).navigation;
  View view = view_of(problem, catalog);
  const auto pixels = [&](double count) {
    return (view.span * (count / problem.size.width)).rounded(view.span.magnitude() - digits);
  };
  const double up = ids.y_up ? -shift.y : shift.y;
  const Turn turn = turn_by(view.rotation);
  view.x = view.x + pixels(shift.x * turn.cosine - up * turn.sine);
  view.y = view.y + pixels(shift.x * turn.sine + up * turn.cosine);
  Problem out = problem;
  put_view(out, view, catalog);
  return out;
}

std::string refusal_of_samples(const Workload& workload) {
  if (workload.navigation && !workload.iterates() && !workload.image) return {};
  return fmt::format("samples: {} supports only one sample per pixel", workload.id);
}

}  // namespace heteroscope
