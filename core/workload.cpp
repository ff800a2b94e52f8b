#include "core/workload.hpp"

#include <fmt/format.h>

#include "core/message.hpp"

namespace heteroscope {

const Variant* Stage::find(std::string_view wanted) const {
  for (const NamedVariant& named : variants)
    if (named.id == wanted) return named.variant;
  return nullptr;
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
