#include "app/window/features/views/visit.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/window/model/views/view_target.hpp"
#include "core/base/failure.hpp"
#include "core/base/shell_word.hpp"
#include "core/model/schema/settings_json.hpp"

namespace heteroscope {

void keep_view(State& state, const std::string& name) {
  const std::size_t before = state.own_views.all().size();
  const Failure failed = attempt([&] { state.own_views.keep(own_view(name, state.settings, state.catalog)); });
  if (failed) return state.toasts.fail("not kept: " + failed.line, state.now_s);
  const bool more = state.own_views.all().size() > before;
  state.toasts.say((more ? "Kept as " : "Kept in the place of the earlier ") + name, state.now_s);
}

void choose_view(State& state, const OwnView& view) {
  const Failure failed = attempt([&] {
    Settings next = settings_from_json(view.settings, view.name, state.catalog);
    next.execution = state.settings.execution;
    next.problem.size = state.settings.problem.size;
    state.chosen = std::move(next);
  });
  if (failed) state.toasts.fail(failed.line, state.now_s);
}

std::string location_text(const Settings& settings, Catalog catalog) {
  const ViewTarget target = view_target(settings, catalog);
  if (target.owner == nullptr) return {};
  const Navigation& ids = *target.owner->navigation;
  const Values& values = view_values(settings, target);
  std::string out;
  for (const std::string_view id : {ids.center_x, ids.center_y, ids.span, ids.detail}) {
    const Parameter* const parameter = target.owner->find_parameter(id);
    if (parameter == nullptr) continue;
    const auto found = values.find(id);
    const Value value = found == values.end() ? Value(parameter->initial) : found->second;
    const std::string key = (target.kind == ViewKind::source ? "source." : "") + std::string(id);
    out += fmt::format("{}--set {}", out.empty() ? "" : " ", shell_word(key + '=' + value_text(*parameter, value)));
  }
  return out;
}

}  // namespace heteroscope
