#include "app/bench/catalog_with.hpp"

#include <algorithm>

#include "core/own/source/own_source.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

CatalogWith::CatalogWith(const Variant& own) : workload_(*own.own->workload), all_(catalog().begin(), catalog().end()) {
  workload_.stages[own.own->stage].variants.put(own.own->id(), own);
  std::ranges::replace(all_, own.own->workload, &workload_);
}

}  // namespace heteroscope
