#include "app/window/features/views/visit.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "app/window/model/views/view_target.hpp"
#include "core/base/failure.hpp"
#include "core/base/shell_word.hpp"
#include "core/model/schema/settings_json.hpp"

namespace heteroscope {

void keep_view(Ui& ui, const WindowModel& model, OwnViews& views, const std::string& name) {
  const std::size_t before = views.all().size();
  const Failure failed = attempt([&] { views.keep(own_view(name, model.settings(), model.catalog)); });
  if (failed) return ui.fail("not kept: " + failed.line);
  const bool more = views.all().size() > before;
  ui.say((more ? "Kept as " : "Kept in place of the earlier ") + name);
}

void choose_view(Ui& ui, WindowModel& model, const OwnView& view) {
  const Failure failed = attempt([&] {
    Settings next = settings_from_json(view.settings, view.name, model.catalog);
    next.execution = model.settings().execution;
    next.problem.size = model.settings().problem.size;
    model.chosen = std::move(next);
  });
  if (failed) ui.fail(failed.line);
}

std::string location_text(const Settings& settings, Catalog catalog) {
  const ViewTarget target = view_target(settings, catalog);
  if (target.owner == nullptr) return {};
  const Navigation& ids = *target.owner->navigation;
  const Values& values = view_values(settings, target);
  std::string out;
  std::vector<std::string_view> said{ids.center_x, ids.center_y, ids.span, ids.detail};
  if (view_of(settings, target).rotation != 0) said.push_back(ids.rotation);
  if (const auto plane = plane_of(settings, target); plane.size() > 1)
    said.insert(said.end(), {ids.julia->on, ids.julia->re, ids.julia->im});
  for (const std::string_view id : said) {
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
