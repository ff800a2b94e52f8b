#include "core/model/settings/problem_view.hpp"

namespace heteroscope {

View view_in(const Values& values, const Workload& workload) {
  const Navigation& ids = *workload.navigation;
  const auto number = [&](std::string_view id) {
    return value_or_initial(values, *workload.find_parameter(id)).decimal();
  };
  View out{number(ids.center_x), number(ids.center_y), number(ids.span)};
  if (!ids.rotation.empty()) out.rotation = workload.value_of(ids.rotation, values);
  return out;
}

void put_view(Values& values, const View& view, const Workload& workload) {
  const Navigation& ids = *workload.navigation;
  const auto put = [&](std::string_view id, const Decimal& number) {
    values[std::string(id)] = clamped(*workload.find_parameter(id), number);
  };
  put(ids.center_x, view.x);
  put(ids.center_y, view.y);
  put(ids.span, view.span);
  if (!ids.rotation.empty()) put(ids.rotation, view.rotation);
}

View view_of(const Problem& problem, Catalog catalog) {
  return view_in(problem.parameters, find_workload(catalog, problem.workload));
}

void put_view(Problem& problem, const View& view, Catalog catalog) {
  put_view(problem.parameters, view, find_workload(catalog, problem.workload));
}

}  // namespace heteroscope
