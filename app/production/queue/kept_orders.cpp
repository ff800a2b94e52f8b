#include "app/production/queue/kept_orders.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/files/merged.hpp"
#include "app/files/own_folder.hpp"
#include "app/files/state_file.hpp"
#include "core/base/error.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/settings/refusals.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Settings within an order of several are nested deepest; deep views are long.
constexpr StateKind kept_orders{.key = "heteroscope_orders", .refusal = "not kept orders", .levels = 14};
constexpr std::size_t most_orders = 10'000;
constexpr std::size_t longest_line = 65536;

/// Returns whether all files of a person's own that the settings name are open.
bool has_files_of(const json& settings, const Workload& workload) {
  const auto variants = settings.find("variants");
  if (variants == settings.end() || !variants->is_object()) return true;
  return std::ranges::all_of(variants->items(), [&](const auto& stage) {
    return std::ranges::all_of(stage.value(), [&](const json& id) {
      return !id.is_string() || !names_own_file(id.get_ref<const std::string&>()) ||
             std::ranges::any_of(workload.stages, [&](const Stage& each) {
               return each.find(id.get_ref<const std::string&>()) != nullptr;
             });
    });
  });
}

/// Returns whether this program can read the settings: it has their workload, and the files of a person's own that they
/// name are open. What else is wrong with them is said by who reads them.
bool is_known_workload(const json& settings) {
  const auto id = settings.is_object() ? settings.find("workload") : settings.end();
  if (id == settings.end() || !id->is_string()) return true;
  const Workload* const workload = known_workload(catalog(), id->get_ref<const std::string&>());
  return workload != nullptr && has_files_of(settings, *workload);
}

/// An order that this program cannot read stays in the file.
bool is_readable(const json& order) {
  if (const auto one = order.find("settings"); one != order.end() && !is_known_workload(*one)) return false;
  const auto several = order.find("keyframes");
  return several == order.end() || !several->is_array() || std::ranges::all_of(*several, is_known_workload);
}

/// As far as it was; how long the rest takes is not known any more.
ProductionStep step_in(const Section& section) {
  constexpr double most = 9e15;  // whole numbers are exact
  constexpr double most_parts = 9;
  double done = 0;
  double all = 1;
  section.read("all", all, 1, most);
  section.read("done", done, 0, all);
  ProductionStep out;
  out.done = static_cast<std::int64_t>(done);
  out.all = static_cast<std::int64_t>(all);
  double parts = 1;
  double part = 1;
  section.read("parts", parts, 1, most_parts);
  section.read("part", part, 1, parts);
  out.parts = static_cast<int>(parts);
  out.part = static_cast<int>(part);
  return out;
}

std::string orders_text(ordered_json list) {
  return state_text(kept_orders, {{"orders", std::move(list)}});
}

/// The file's entries as they stand there, those of kinds that this program does not have, too. Nothing where there is
/// no such file; one that is damaged is set aside.
std::optional<std::vector<ordered_json>> entries_in(const std::filesystem::path& path) {
  struct Entries {
    std::optional<std::vector<ordered_json>> list;
    std::string trouble;
  };
  const auto read = [](const std::string& text, const std::string& name) {
    std::vector<ordered_json> out;
    const json document = parse_json(text, name, kept_orders.levels);  // the limits
    const Section root(document, "", name);
    if (const json* list = root.find("orders"); list != nullptr && list->is_array()) {
      const ordered_json entries = ordered_json::parse(text).at("orders");
      for (const ordered_json& each : entries) {
        if (each.is_object() && each.contains("kind") && each.contains("order")) out.push_back(each);
      }
    }
    return out;
  };
  return recall<Entries>(kept_orders, path, "damaged", read).list;
}

}  // namespace

std::string orders_to_json(const std::vector<QueuedOrder>& orders) {
  ordered_json list = ordered_json::array();
  for (const QueuedOrder& each : orders) {
    if (each.standing == OrderStatus::done) continue;
    ordered_json one{{"kind", each.order->kind()}, {"standing", id_of(each.standing)}, {"begun", each.begun}};
    if (each.step) {
      one["steps"] = {{"done", each.step->done}, {"all", each.step->all}};
      if (each.step->parts > 1) one["steps"].update({{"part", each.step->part}, {"parts", each.step->parts}});
    }
    one["line"] = each.line;
    one["order"] = ordered_json::parse(each.order->to_json());
    list.push_back(std::move(one));
  }
  return orders_text(std::move(list));
}

std::vector<QueuedOrder> orders_from_json(const std::string& text, const std::string& name) {
  std::vector<QueuedOrder> out;
  StateText(kept_orders, text, name).for_each("orders", most_orders, [&](const Section& section) {
    const auto kind = std::ranges::find(order_kinds(), section.text("kind").value_or(""), &OrderKind::id);
    const nlohmann::json& order = section.needed_section("order").object();
    if (kind == order_kinds().end() || !is_readable(order)) return;
    QueuedOrder next;
    section.read_id("standing", next.standing);
    section.read("begun", next.begun);
    if (const auto steps = section.section("steps")) next.step = step_in(*steps);
    next.line = section.text("line", longest_line).value_or("");
    next.order = kind->from_json(order.dump(), name);
    out.push_back(std::move(next));
  });
  return out;
}

std::filesystem::path orders_path() {
  return own_file("orders.json");
}

void save_orders(const std::filesystem::path& path, const std::vector<QueuedOrder>& orders, const std::string& before) {
  if (path.empty()) return;
  write_own_file(path, [&] {
    const auto list_of = [](const std::string& text) {
      return ordered_json::parse(text).at("orders").get<std::vector<ordered_json>>();
    };
    const auto none = [](std::vector<ordered_json>&, const ordered_json&) {};
    const auto identity = [](const ordered_json& order) { return std::pair(order.at("kind"), order.at("order")); };
    std::vector<ordered_json> mine = list_of(orders_to_json(orders));
    const auto theirs = entries_in(path);
    // a file that somebody has taken away, or that is damaged, says nothing of what was removed from it
    if (!theirs) return orders_text(std::move(mine));
    const auto base = before.empty() ? std::vector<ordered_json>() : list_of(before);
    return orders_text(merged(base, mine, *theirs, identity, none));
  });
}

OrdersRecollection recall_orders(const std::filesystem::path& path) {
  return recall<OrdersRecollection>(
      kept_orders, path, "the saved queue cannot be used",
      [&](const std::string& text, const std::string& name) { return orders_from_json(text, name); });
}

}  // namespace heteroscope
