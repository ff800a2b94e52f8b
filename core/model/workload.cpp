#include "core/model/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

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
  return {};
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

bool Workload::reads_source(const std::any& values) const {
  if (!takes_image) return false;
  return !iteration || (iteration->from_image != nullptr && iteration->from_image(values));
}

std::string Workload::past_limit(const Values& values) const {
  if (!iteration || iteration->limit == nullptr) return {};
  const Limit limit = iteration->limit(bind(values));
  const auto found = values.find(limit.parameter);
  if (found == values.end() || !(found->second > limit.value)) return {};
  return fmt::format("{}: {} is past {}, {}", limit.parameter, found->second, limit_text(limit.value), limit.why);
}

const CoveringVariant* Workload::find_cover(std::string_view variant) const {
  const auto found = std::ranges::find(covers, variant, &CoveringVariant::variant);
  return found == covers.end() ? nullptr : &*found;
}

const Parameter* Workload::size_parameter(const Values& values) const {
  // the result of any other workload that takes an image has its size
  if (output == nullptr || (takes_image && !iteration)) return nullptr;
  const auto size_with = [&](const Values& chosen) { return output(bind(chosen), {1, 1}, Precision::fp64).size; };
  const Size size = size_with(values);
  for (const Parameter& parameter : parameters) {
    if (parameter.kind != ParameterKind::integer) continue;
    Values other = values;
    double& value = other[std::string(parameter.id)];
    value = value == parameter.minimum ? parameter.maximum : parameter.minimum;
    if (size_with(other) != size) return &parameter;
  }
  return nullptr;
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

bool Workload::gives_numbers() const {
  return takes_image && !stages.empty() && stages.back().reduction != Reduction::none;
}

const Workload& find_workload(Catalog catalog, std::string_view id) {
  for (const Workload* workload : catalog)
    if (workload->id == id) return *workload;
  throw BadInput(fmt::format("workload: {} is unknown (known: {})", quote(id),
                             list_ids(catalog, [](const Workload* each) { return each->id; })));
}

}  // namespace heteroscope
