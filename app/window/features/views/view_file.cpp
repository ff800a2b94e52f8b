#include "app/window/features/views/view_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/settings_json.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
constexpr int version = 1;
constexpr int deepest_nesting = 11;  // levels of the settings within a view

std::string text_at(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

OwnView view_in(const Section& section, const std::string& place, Catalog catalog) {
  section.allow({"name", "workload", "settings"});
  const std::string name = section.wanted("name", longest_view_name);
  const std::string settings = section.needed("settings").dump();
  // written as this program does, so that views of one place are equal
  OwnView out = own_view(name, settings_from_json(settings, place, catalog), catalog);
  if (const auto workload = section.text("workload"); workload && *workload != out.workload) {
    throw section.fail(Wrong::value, "workload",
                       fmt::format("{} is not the workload of the settings, {}", quote(*workload), out.workload));
  }
  return out;
}

}  // namespace

json views_to_json(const OwnViews::List& views) {
  json out = json::array();
  for (const OwnView& each : views)
    out.push_back({{"name", each.name}, {"workload", each.workload}, {"settings", json::parse(each.settings)}});
  return out;
}

OwnViews::List views_in(const json& list) {
  OwnViews::List out;
  if (!list.is_array()) return out;
  for (const json& each : list) {
    if (!each.is_object() || !each.contains("settings")) continue;
    OwnView view{text_at(each, "name"), text_at(each, "workload"), each["settings"].dump()};
    if (!view.name.empty()) out.push_back(std::move(view));
  }
  return out;
}

std::string view_file(const OwnViews::List& views) {
  const json root{{std::string(view_file_key), version}, {"views", views_to_json(views)}};
  return written_json(root, 2, true) + "\n";
}

OwnViews::List views_of_file(const std::string& text, const std::string& name, Catalog catalog) {
  const json document = parse_json(text, name, deepest_nesting);
  const Section root(document, "", name);
  if (root.number(view_file_key) != version)
    throw BadInput(Wrong::kind, name, fmt::format("{}: not a file of saved views, version {}", name, version));
  root.allow({view_file_key, "views"});
  const json* const list = root.find("views");
  if (list == nullptr || !list->is_array()) throw root.fail(Wrong::kind, "views", "is not a list");
  if (list->size() > most_own_views)
    throw root.fail(Wrong::value, "views", fmt::format("{} are too many (at most {})", list->size(), most_own_views));
  OwnViews::List out;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const std::string prefix = fmt::format("views[{}].", i);
    out.push_back(view_in(Section((*list)[i], prefix, name), fmt::format("{}: views[{}]", name, i), catalog));
  }
  return out;
}

}  // namespace heteroscope
