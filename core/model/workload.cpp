#include "core/model/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "core/base/message.hpp"

namespace heteroscope {

const Variant* Stage::find(std::string_view wanted) const {
  for (const NamedVariant& named : variants)
    if (named.id == wanted) return named.variant;
  return nullptr;
}

std::string_view Stage::id_of(const Variant& variant) const {
  for (const NamedVariant& named : variants)
    if (named.variant == &variant) return named.id;
  return variant.own_id;
}

std::string_view Stage::reference() const {
  for (const NamedVariant& named : variants)
    if (named.variant->processor == Processor::cpu) return named.id;
  return {};
}

const Parameter* Workload::find_parameter(std::string_view wanted) const {
  for (const Parameter& parameter : parameters)
    if (parameter.id == wanted) return &parameter;
  return nullptr;
}

double Workload::value_of(std::string_view wanted, const Values& values) const {
  const auto found = values.find(wanted);
  return found != values.end() ? double{found->second} : find_parameter(wanted)->initial;
}

const Iteration* Workload::iteration() const {
  return stages.empty() ? nullptr : stages.front().iteration();
}

bool Workload::reads_source(const std::any& values) const {
  if (!image) return false;
  const Iteration* const it = iteration();
  return it == nullptr || (it->from_image != nullptr && it->from_image(values));
}

std::string Workload::past_limit(const Values& values) const {
  if (!iterates() || iteration()->limit == nullptr) return {};
  const Limit limit = iteration()->limit(bind(values));
  const auto found = values.find(limit.parameter);
  if (found == values.end() || !(found->second > limit.value)) return {};
  return fmt::format("{}: {} is above {}, {}", limit.parameter, found->second.text(), limit_text(limit.value),
                     limit.why);
}

namespace {

/// The first of the workload's whole numbers on which a size depends.
const Parameter* deciding(const Workload& workload, const Values& values,
                          const std::function<Size(const Values&)>& size_with) {
  const Size size = size_with(values);
  for (const Parameter& parameter : workload.parameters) {
    if (parameter.kind != ParameterKind::integer) continue;
    Values other = values;
    Value& value = other[std::string(parameter.id)];
    // the next one, and not the largest, which may not go with the other values
    value = value == parameter.minimum ? std::min(parameter.minimum + 1, parameter.maximum) : parameter.minimum;
    if (size_with(other) != size) return &parameter;
  }
  return nullptr;
}

}  // namespace

const Parameter* Workload::size_parameter(const Values& values) const {
  // the result of any other workload that takes an image has its size
  if (output == nullptr || (image && !iterates())) return nullptr;
  return deciding(*this, values, [this](const Values& chosen) {
    return output(bind(chosen), {1, 1}, Precision::fp32).size;
  });
}

const Parameter* Workload::extent_parameter(const Values& values) const {
  if (!has_own_state()) return size_parameter(values);
  return deciding(*this, values, [this](const Values& chosen) { return iteration()->shape->size(bind(chosen)); });
}

bool Workload::takes(Precision precision) const {
  return std::ranges::all_of(stages, [precision](const Stage& stage) {
    return std::ranges::any_of(stage.variants, [precision](const NamedVariant& each) {
      const auto& known = each.variant->knobs.precisions;
      return std::ranges::find(known, precision) != known.end();
    });
  });
}

std::vector<Precision> Workload::precisions() const {
  std::vector<Precision> out;
  for (const auto& [each, name] : ids<Precision>) {
    if (takes(each)) out.push_back(each);
  }
  return out;
}

std::string limit_text(double limit) {
  constexpr int most_digits = 17;
  std::string out;
  for (int digits = 6; digits <= most_digits; ++digits) {
    out = fmt::format("{:.{}g}", limit, digits);
    if (std::strtod(out.c_str(), nullptr) <= limit) break;
  }
  return out;
}

const AccessingVariant* Workload::find_accesses(std::string_view stage, std::string_view variant) const {
  if (const AccessingVariant* const modeled = accesses ? accesses->find(stage, variant) : nullptr) return modeled;
  const auto of = std::ranges::find(stages, stage, &Stage::id);
  const Variant* const found = of != stages.end() ? of->find(variant) : nullptr;
  return found != nullptr ? found->accesses : nullptr;
}

std::vector<const AccessingVariant*> Workload::accessing_variants(const Stage& stage) const {
  std::vector<const AccessingVariant*> out;
  if (accesses) {
    for (const AccessingVariant& each : accesses->variants) {
      if (each.stage == stage.id) out.push_back(&each);
    }
  }
  for (const NamedVariant& each : stage.variants) {
    if (each.variant->accesses != nullptr) out.push_back(each.variant->accesses);
  }
  return out;
}

bool Workload::gives_numbers() const {
  return image && !stages.empty() && stages.back().reduction() != nullptr;
}

double Workload::tolerance(const std::any& values, Precision precision, double largest) const {
  return tolerances && tolerances->tolerance != nullptr ? tolerances->tolerance(values, precision, largest) : 0;
}

std::string Workload::advice(const std::any& values, Size size, Precision precision) const {
  return warnings && warnings->advice != nullptr ? warnings->advice(values, size, precision) : std::string();
}

std::string Workload::alarm(const std::any& values, const Summary& result) const {
  return warnings && warnings->alarm != nullptr ? warnings->alarm(values, result) : std::string();
}

double Workload::worst(const std::any& values) const {
  return worst_operations != nullptr ? worst_operations(values) : 1;
}

const Workload* known_workload(Catalog catalog, std::string_view id) {
  const auto found = std::ranges::find(catalog, id, &Workload::id);
  return found == catalog.end() ? nullptr : *found;
}

const Workload& find_workload(Catalog catalog, std::string_view id) {
  if (const Workload* const found = known_workload(catalog, id)) return *found;
  throw BadInput(Wrong::unknown, "workload",
                 fmt::format("workload: {} is unknown (known: {})", quote(id),
                             list_ids(catalog, [](const Workload* each) { return each->id; })));
}

}  // namespace heteroscope
