#include "app/window/model/measured/variant_time.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/measures/others.hpp"
#include "app/text/format.hpp"
#include "core/base/places.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

bool tied(const VariantTime& a, const VariantTime& b) {
  return tied(a.median(), b.median(), std::max(a.noise_ms, b.noise_ms));
}

std::vector<std::string> places_of(const std::vector<const VariantTime*>& times) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] != nullptr && !times[i]->others.marked()) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return times[i]->ms.median; });
  const std::vector<std::string> in_order =
      places(order.size(), [&](std::size_t a, std::size_t b) { return tied(*times[order[a]], *times[order[b]]); });
  std::vector<std::string> out(times.size());
  for (std::size_t i = 0; i < order.size(); ++i) out[order[i]] = in_order[i];
  return out;
}

std::string times_over(const VariantTime& first, const VariantTime& other) {
  if (first.others.marked() || other.others.marked()) return {};
  if (&first != &other && tied(first, other)) return "tie";
  return fmt::format("{:.2f} ×", first.ms.median / other.ms.median);
}

const char* star(const VariantTime& time) {
  return time.others.marked() ? " *" : "";
}

std::string star_text(const std::vector<const VariantTime*>& times) {
  const VariantTime* most = nullptr;
  for (const VariantTime* each : times) {
    if (each == nullptr || !each->others.marked()) continue;
    if (most == nullptr || each->others.most() > most->others.most()) most = each;
  }
  if (most == nullptr) return {};
  return fmt::format("* {} meanwhile, so no conclusion is drawn from these times.", others_text(most->others));
}

std::string interval_text(const VariantTime& time) {
  std::string runs = plural(time.ms.count, "run");
  if (time.others.marked()) runs += "; " + others_text(time.others);
  if (!time.interval) return runs;
  return fmt::format("{} to {} ms (95 % interval), {}", format_short(time.interval->low, 4),
                     format_short(time.interval->high, 4), runs);
}

Settings alone(const Settings& settings, const Stage& stage, const NamedVariant& variant) {
  Settings out = settings;
  out.execution.processor = variant.variant->processor;
  out.execution.mapping.clear();
  // a stage that shows an iteration's state has the same work at step 0
  if (stage.iteration() == nullptr) out.problem.steps = 0;
  const auto place = out.execution.variants.try_emplace(
      std::string(stage.id), StageChoice{std::string(stage.default_cpu), std::string(stage.default_gpu)});
  StageChoice& choice = place.first->second;
  (out.execution.processor == Processor::cpu ? choice.cpu : choice.gpu) = variant.id;
  return out;
}

}  // namespace heteroscope
