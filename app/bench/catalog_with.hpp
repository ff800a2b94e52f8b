#pragma once

#include <vector>

#include "core/model/workload.hpp"

namespace heteroscope {

/// The program's catalog, in which a person's variant stands in its stage's list, whichever of its file does so
/// elsewhere: a file that is saved takes its own place there. Plans that are made with it need it as long as they live.
class CatalogWith {
 public:
  explicit CatalogWith(const Variant& own);
  CatalogWith(const CatalogWith&) = delete;
  CatalogWith& operator=(const CatalogWith&) = delete;

  [[nodiscard]] const Workload& workload() const { return workload_; }
  [[nodiscard]] Catalog all() const { return all_; }

 private:
  Workload workload_;
  std::vector<const Workload*> all_;
};

}  // namespace heteroscope
