#include "tests/example/catalog.hpp"

#include <vector>

#include "tests/example/rings/workload.hpp"

namespace heteroscope::testing {

Catalog catalog_with_example() {
  static const std::vector<const Workload*> all = [] {
    std::vector<const Workload*> out(catalog().begin(), catalog().end());
    out.push_back(&rings::workload);
    return out;
  }();
  return all;
}

}  // namespace heteroscope::testing
