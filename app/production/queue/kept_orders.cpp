#include "app/production/queue/kept_orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/files/merged.hpp"
#include "app/files/own_folder.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/io/file.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int version = 1;
constexpr std::size_t largest_file = std::size_t{1} << 26;  // of deep views, say
constexpr std::size_t most_orders = 10'000;
constexpr int deepest_nesting = 14;  // of the settings within an order of several
constexpr std::size_t longest_line = 65536;

/// Of a workload that this program has, which settings name first of all.
bool is_known(const json& order, Catalog catalog) {
  const json* settings = order.contains("settings") ? &order["settings"] : nullptr;
  if (const auto several = order.find("keyframes"); several != order.end() && several->is_array() && !several->empty())
    settings = &several->front();
  if (settings == nullptr || !settings->is_object()) return true;  // said to be wrong by who reads it
  const auto workload = settings->find("workload");
  if (workload == settings->end() || !workload->is_string()) return true;
  return std::ranges::find(catalog, workload->get_ref<const std::string&>(), &Workload::id) != catalog.end();
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

std::string text_of(ordered_json list) {
  const ordered_json root{{"heteroscope_orders", version}, {"orders", std::move(list)}};
  // a path within a line may be any bytes
  return written_json(root, 2, true) + "\n";
}

/// The file's entries as they stand there, those of kinds that this program does not have, too. Nothing where there is
/// no such file; one that is damaged is set aside.
std::optional<std::vector<ordered_json>> entries_in(const std::filesystem::path& path) {
  std::error_code absent;
  if (!std::filesystem::exists(path, absent)) return std::nullopt;
  std::vector<ordered_json> out;
  const Failure damaged = attempt([&] {
    const std::vector<std::byte> bytes = read_file(path, largest_file);
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const json document = parse_json(text, path.string(), deepest_nesting);  // the limits
    const Section root(document, "", path.string());
    if (const json* list = root.find("orders"); list != nullptr && list->is_array()) {
      const ordered_json entries = ordered_json::parse(text).at("orders");
      for (const ordered_json& each : entries) {
        if (each.is_object() && each.contains("kind") && each.contains("order")) out.push_back(each);
      }
    }
  });
  if (!damaged) return out;
  set_aside(path);
  return std::nullopt;
}

}  // namespace

std::string orders_to_json(const std::vector<QueuedOrder>& orders) {
  ordered_json list = ordered_json::array();
  for (const QueuedOrder& each : orders) {
    if (each.standing == OrderStanding::done) continue;
    ordered_json one{{"kind", each.order->kind()}, {"standing", id_of(each.standing)}, {"begun", each.begun}};
    if (each.step) {
      one["steps"] = {{"done", each.step->done}, {"all", each.step->all}};
      if (each.step->parts > 1) one["steps"].update({{"part", each.step->part}, {"parts", each.step->parts}});
    }
    one["line"] = each.line;
    one["order"] = ordered_json::parse(each.order->to_json());
    list.push_back(std::move(one));
  }
  return text_of(std::move(list));
}

std::vector<QueuedOrder> orders_from_json(const std::string& text, const std::string& name, Catalog catalog) {
  const json document = parse_json(text, name, deepest_nesting);
  const Section root(document, "", name);
  if (root.number("heteroscope_orders") != version)
    throw BadInput(fmt::format("{}: not kept orders of version {}", name, version));
  const json* list = root.find("orders");
  if (list == nullptr || !list->is_array() || list->size() > most_orders)
    throw root.fail("orders", fmt::format("is no list of at most {}", most_orders));
  std::vector<QueuedOrder> out;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Section section((*list)[i], fmt::format("orders[{}].", i), name);
    const auto kind = std::ranges::find(order_kinds(), section.text("kind").value_or(""), &OrderKind::id);
    const auto order = section.section("order");
    if (!order) throw section.fail("order", "is missing");
    if (kind == order_kinds().end() || !is_known(order->object(), catalog)) continue;
    QueuedOrder next;
    section.read_id("standing", next.standing);
    section.read("begun", next.begun);
    if (const auto steps = section.section("steps")) next.step = step_in(*steps);
    next.line = section.text("line", longest_line).value_or("");
    next.order = kind->from_json(order->object().dump(), name, catalog);
    out.push_back(std::move(next));
  }
  return out;
}

std::filesystem::path orders_path() {
  return own_file("orders.json");
}

void save_orders(const std::filesystem::path& path, const std::vector<QueuedOrder>& orders, const std::string& before) {
  if (path.empty()) return;
  write_own_file(path, [&] {
    const auto list_of = [](const std::string& text) -> std::vector<ordered_json> {
      return ordered_json::parse(text).at("orders");
    };
    const auto none = [](std::vector<ordered_json>&, const ordered_json&) {};
    const auto identity = [](const ordered_json& order) { return std::pair(order.at("kind"), order.at("order")); };
    std::vector<ordered_json> mine = list_of(orders_to_json(orders));
    const auto theirs = entries_in(path);
    // a file that somebody has taken away, or that is damaged, says nothing of what was removed from it
    if (!theirs) return text_of(std::move(mine));
    const auto base = before.empty() ? std::vector<ordered_json>() : list_of(before);
    return text_of(merged(base, mine, *theirs, identity, none));
  });
}

OrdersRecollection recall_orders(const std::filesystem::path& path, Catalog catalog) {
  std::error_code absent;
  if (path.empty() || !std::filesystem::exists(path, absent)) return {};
  try {
    const std::vector<std::byte> bytes = read_file(path, largest_file);
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {orders_from_json(text, path.string(), catalog), {}};
  } catch (const BadInput& wrong) {
    return {{}, fmt::format("orders are not remembered: {}{}", wrong.what(), set_aside(path))};
  }
}

}  // namespace heteroscope
