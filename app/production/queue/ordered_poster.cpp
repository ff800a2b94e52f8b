#include "app/production/queue/ordered_poster.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/production/unfinished.hpp"
#include "core/io/json/json_section.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

class OrderedPoster final : public Order {
 public:
  explicit OrderedPoster(PosterOrder order) : order_(std::move(order)) {}

  [[nodiscard]] std::string_view kind() const override { return ordered_poster; }
  [[nodiscard]] std::string text() const override {
    const Problem& problem = order_.settings.problem;
    return fmt::format("{} {}x{} {}", problem.workload, problem.size.width, problem.size.height,
                       id_of(problem.precision));
  }
  [[nodiscard]] const std::filesystem::path& out() const override { return order_.out; }
  [[nodiscard]] bool unfinished() const override {
    std::error_code none;
    return std::filesystem::exists(unfinished_state(order_.out), none);
  }
  void discard() const override { Unfinished(order_.out).remove(); }
  [[nodiscard]] std::unique_ptr<Production> make(bool resume, const Waiter& waiter) const override {
    PosterOrder out = order_;
    out.resume = resume;
    out.waiter = waiter;
    return make_poster(std::move(out));
  }
  [[nodiscard]] std::string to_json() const override {
    ordered_json out{{"out", order_.out.string()}, {"values", order_.values}};
    if (order_.tile) out["tile"] = {order_.tile->width, order_.tile->height};
    out["settings"] = ordered_json::parse(heteroscope::to_json(order_.settings, catalog()));
    // a path may be any bytes
    return written_json(out, -1, true);
  }

 private:
  PosterOrder order_;
};

Size tile_in(const Section& section, const json& list) {
  const bool pair = list.is_array() && list.size() == 2 && list[0].is_number_integer() && list[1].is_number_integer();
  if (!pair || list[0] < 1 || list[1] < 1 || list[0] > longest_side_at_once || list[1] > longest_side_at_once)
    throw section.fail(Wrong::value, "tile", "is not a size [width, height]");
  return {list[0].get<int>(), list[1].get<int>()};
}

}  // namespace

std::shared_ptr<const Order> order_of(PosterOrder order) {
  order.out = std::filesystem::absolute(order.out).lexically_normal();
  order.resume = false;
  order.waiter = {};
  return std::make_shared<OrderedPoster>(std::move(order));
}

std::shared_ptr<const Order> ordered_poster_from_json(const std::string& text, const std::string& name) {
  constexpr int deepest_nesting = 11;  // of the settings within it
  constexpr std::size_t longest_path = 65536;
  const json document = parse_json(text, name, deepest_nesting);
  const Section section(document, "", name);
  PosterOrder out;
  out.out = section.text("out", longest_path).value_or("");
  if (!out.out.is_absolute()) throw section.fail(Wrong::value, "out", "is not an absolute path");
  section.read("values", out.values);
  if (const json* tile = section.find("tile")) out.tile = tile_in(section, *tile);
  out.settings = settings_from_json(section.needed("settings").dump(), name, catalog());
  return order_of(std::move(out));
}

}  // namespace heteroscope
