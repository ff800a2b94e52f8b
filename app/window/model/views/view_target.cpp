#include "app/window/model/views/view_target.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace heteroscope {
namespace {

Value held_in_range(const Workload& workload, std::string_view id, const Decimal& value) {
  const Parameter* parameter = workload.find_parameter(id);
  return parameter == nullptr ? Value(value) : clamped(*parameter, value);
}

Decimal decimal_value(const Values& values, const Workload& workload, std::string_view id) {
  if (const auto found = values.find(id); found != values.end()) return found->second.decimal();
  const Parameter* parameter = workload.find_parameter(id);
  return parameter == nullptr ? 0.0 : parameter->initial;
}

const Workload* live_source(const Settings& settings, Catalog catalog) {
  const auto found = std::ranges::find_if(catalog, [&](const Workload* each) {
    return each->serves_as_source && each->navigation && each->id == settings.problem.source.id;
  });
  return found == catalog.end() ? nullptr : *found;
}

/// Returns whether a workload turns its picture, by trying one of 3 columns and 2 rows.
bool turns(const Workload& workload) {
  if (workload.shape != Shape::permute || workload.output == nullptr) return false;
  const std::any initial = workload.bind(initial_values(workload.parameters));
  return workload.output(initial, {3, 2}, Precision::fp32).size == Size{2, 3};
}

}  // namespace

ViewTarget view_target(const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  // the start of an iteration is visible in its own picture, before the first step
  if (workload.iterates() && !workload.has_own_state()) return {};
  if (!workload.image) {
    return workload.navigation ? ViewTarget{ViewKind::result, &workload, false} : ViewTarget{};
  }
  const Workload* live = live_source(settings, catalog);
  return {live != nullptr ? ViewKind::source : ViewKind::picture, live, turns(workload)};
}

bool can_be_rotated(const ViewTarget& target) {
  return target.owner != nullptr && !target.owner->navigation->rotation.empty();
}

Values& view_values(Settings& settings, const ViewTarget& target) {
  return target.kind == ViewKind::source ? settings.problem.source.values : settings.problem.parameters;
}

const Values& view_values(const Settings& settings, const ViewTarget& target) {
  return target.kind == ViewKind::source ? settings.problem.source.values : settings.problem.parameters;
}

Values plane_of(const Settings& settings, const ViewTarget& target) {
  if (target.owner == nullptr || !target.owner->navigation->julia) return {};
  const JuliaPlane& ids = *target.owner->navigation->julia;
  const Values& values = view_values(settings, target);
  const auto value = [&](std::string_view id) {
    return std::pair(std::string(id), value_or_initial(values, *target.owner->find_parameter(id)));
  };
  Values out{value(ids.on)};
  if (out.begin()->second != 0) out.insert({value(ids.re), value(ids.im)});
  return out;
}

View view_of(const Settings& settings, const ViewTarget& target) {
  if (target.owner == nullptr) return {};
  const Navigation& ids = *target.owner->navigation;
  const Values& values = view_values(settings, target);
  View out{decimal_value(values, *target.owner, ids.center_x), decimal_value(values, *target.owner, ids.center_y),
           decimal_value(values, *target.owner, ids.span)};
  if (can_be_rotated(target)) out.rotation = decimal_value(values, *target.owner, ids.rotation).to_double();
  return out;
}

void put_view(Settings& settings, const ViewTarget& target, const View& exact) {
  if (target.owner == nullptr) return;
  const Workload& owner = *target.owner;
  const Navigation& ids = *owner.navigation;
  const View view = readable(exact);  // coordinates that a person can read and copy
  Values& values = view_values(settings, target);
  const auto put = [&](std::string_view id, const Decimal& value) {
    values[std::string(id)] = held_in_range(owner, id, value);
  };
  put(ids.center_x, view.x);
  put(ids.center_y, view.y);
  put(ids.span, view.span);
  if (can_be_rotated(target)) values[std::string(ids.rotation)] = view.rotation;
}

void apply_scene(Values& values, const Workload& workload, const Scene& scene, Size size) {
  Settings own;
  own.problem.size = size;
  own.problem.parameters = std::move(values);
  apply_scene(own, workload, scene);
  values = std::move(own.problem.parameters);
}

void fit_view(Settings& settings, const ViewTarget& target, Size size) {
  if (target.owner == nullptr) return;
  const Values initial = initial_values(target.owner->parameters);
  const Navigation& ids = *target.owner->navigation;
  Scene view;
  for (const std::string_view id : {ids.center_x, ids.center_y, ids.span, ids.rotation}) {
    if (const auto found = initial.find(id); found != initial.end()) view.values.insert(*found);
  }
  if (plane_of(settings, target).size() > 1) {
    view.values = {
        {std::string(ids.center_x), 0}, {std::string(ids.center_y), 0}, {std::string(ids.span), ids.julia->whole}};
  }
  if (can_be_rotated(target)) view.values[std::string(ids.rotation)] = 0;
  apply_scene(view_values(settings, target), *target.owner, view, size);
}

bool refit_view(Settings& settings, const ViewTarget& target, Size before, Size after) {
  if (target.owner == nullptr || before == after) return false;
  const View shown = view_of(settings, target);
  const auto shows = [&](const auto& put) {
    Settings fitted = settings;
    put(fitted, before);
    return view_of(fitted, target) == shown && plane_of(fitted, target) == plane_of(settings, target);
  };
  const auto refit = [&](const auto& put) {
    if (!shows(put)) return false;
    Settings fitted = settings;
    put(fitted, after);
    if (view_of(fitted, target) == shown) return false;
    const std::string span(target.owner->navigation->span);
    view_values(settings, target)[span] = view_values(fitted, target).at(span);
    return true;
  };
  if (refit([&](Settings& to, Size size) { fit_view(to, target, size); })) return true;
  return std::ranges::any_of(target.owner->scenes, [&](const Scene& scene) {
    return refit([&](Settings& to, Size size) { apply_scene(view_values(to, target), *target.owner, scene, size); });
  });
}

void change_detail(Settings& settings, const ViewTarget& target, double factor) {
  if (target.owner == nullptr) return;
  const Parameter* parameter = target.owner->find_parameter(target.owner->navigation->detail);
  if (parameter == nullptr) return;
  Value& value =
      view_values(settings, target).try_emplace(std::string(parameter->id), parameter->initial).first->second;
  const double changed = parameter->kind == ParameterKind::integer ? std::floor(value * factor) : value * factor;
  value = std::clamp(changed, parameter->minimum, parameter->maximum);
}

bool shares_views(const Settings& a, const Settings& b, Catalog catalog) {
  const ViewTarget target = view_target(a, catalog);
  if (target != view_target(b, catalog)) return false;
  return target.kind != ViewKind::picture ||
         (a.problem.source.id == b.problem.source.id && a.problem.source.file == b.problem.source.file);
}

bool same_plane(const Settings& a, const Settings& b, Catalog catalog) {
  const ViewTarget target = view_target(a, catalog);
  return shares_views(a, b, catalog) && plane_of(a, target) == plane_of(b, target);
}

}  // namespace heteroscope
