#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/model/workload.hpp"

namespace heteroscope::testing {

/// The tests of each CPU variant of a workload's first stage, by its id; skipped where this CPU cannot execute it.
template <const Workload& workload>
class EachCpuVariant : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (variant().unavailable != nullptr && !variant().unavailable({}).empty()) GTEST_SKIP();
  }
  static const Variant& variant() { return *workload.stages.front().find(GetParam()); }
};

inline std::vector<std::string> cpu_variants_of(const Workload& workload) {
  std::vector<std::string> out;
  for (const NamedVariant& each : workload.stages.front().variants) {
    if (each.variant->processor == Processor::cpu) out.emplace_back(each.id);
  }
  return out;
}

}  // namespace heteroscope::testing
