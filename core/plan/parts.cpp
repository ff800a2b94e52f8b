#include "core/plan/parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>

#include "core/model/settings/looks.hpp"

namespace heteroscope {
namespace {

// tiles of a kernel begin at the columns and rows where they would in the whole
constexpr int grain = 16;

/// How many cells around a cell must be there: of the source for a stencil, or of the values for coloring by distance.
int reach_of(const Plan& plan) {
  const Tileable& tileable = *plan.workload->tileable;
  const int neighbors = colors_by_distance(plan.settings.look) ? 1 : 0;
  return tileable.reach != nullptr ? std::max(neighbors, tileable.reach(plan.parameters)) : neighbors;
}

Cutout all_of(Size size) {
  return {.size = size, .whole = size};
}

Cutout turned(const Cutout& part) {
  const auto turn = [](Size size) { return Size{size.height, size.width}; };
  return {.x = part.y, .y = part.x, .size = turn(part.size), .whole = turn(part.whole)};
}

/// The part and the cells around it that its own are made of.
Cutout widened(const Cutout& part, int reach) {
  if (reach == 0) return part;
  const auto begin = [&](int at) { return std::max(0, at - reach) / grain * grain; };
  const auto end = [&](int at, int cells, int all) {
    return static_cast<int>(std::min<std::int64_t>(all, std::int64_t{at} + cells + reach));
  };
  const int x = begin(part.x);
  const int y = begin(part.y);
  const Size size{end(part.x, part.size.width, part.whole.width) - x,
                  end(part.y, part.size.height, part.whole.height) - y};
  return {.x = x, .y = y, .size = size, .whole = part.whole};
}

}  // namespace

int longest_part(const Plan& plan) {
  const int reach = reach_of(plan);
  return reach == 0 ? longest_side_at_once : longest_side_at_once - 2 * reach - grain;
}

std::string cut_out(Plan& plan, const Cutout* part) {
  const Size whole = plan.output.size;
  plan.cutout = plan.kept = all_of(whole);
  plan.read = all_of(plan.input.size);
  if (part == nullptr) return {};
  const std::optional<Tileable>& tileable = plan.workload->tileable;
  if (!tileable) return fmt::format("size: {} cannot be computed in pieces", plan.workload->id);
  if (part->whole != whole || part->x < 0 || part->y < 0 || part->size.width < 1 || part->size.height < 1 ||
      part->size.width > whole.width - part->x || part->size.height > whole.height - part->y)
    return "size: a part lies outside of its whole";
  if (tileable->unfit != nullptr) {
    if (std::string why = tileable->unfit(plan.parameters, whole, plan.output.precision); !why.empty()) return why;
  }
  const Cutout computed = widened(*part, reach_of(plan));
  plan.output.size = computed.size;
  plan.cutout = *part;
  plan.kept = {.x = part->x - computed.x, .y = part->y - computed.y, .size = part->size, .whole = computed.size};
  if (plan.reads_source()) {
    plan.read = tileable->turned ? turned(computed) : computed;
    plan.input.size = plan.read.size;
  }
  return {};
}

Cutout computed_part(const Plan& plan) {
  return {.x = plan.cutout.x - plan.kept.x,
          .y = plan.cutout.y - plan.kept.y,
          .size = plan.output.size,
          .whole = plan.cutout.whole};
}

std::string refusal_of_order(const Plan& plan) {
  if (plan.cutout.is_whole()) return {};
  const std::vector<std::string_view>& orderless = plan.workload->tileable->orderless;
  for (const PlannedStage& each : plan.stages) {
    if (each.stage->reduction() == nullptr) continue;
    for (const Variant* const variant : {each.cpu, each.gpu}) {
      if (variant == nullptr || std::ranges::find(orderless, each.stage->id_of(*variant)) != orderless.end()) continue;
      return fmt::format("{}: in pieces its sum would have other bits; these variants give the same bits: {}",
                         each.stage->id_of(*variant), fmt::join(orderless, " and "));
    }
  }
  return {};
}

}  // namespace heteroscope
