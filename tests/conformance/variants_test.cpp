#include <gtest/gtest.h>

#include <ostream>

#include "core/device/device.hpp"
#include "core/verify/cases.hpp"
#include "core/verify/verifier.hpp"
#include "kernels/registry.hpp"

/// Every case of every registered workload against its reference: what `heteroscope verify` runs.
namespace heteroscope {
namespace {

struct VariantCase {
  const Workload* workload;
  std::string stage;
  std::string variant;
};

// The name of a test must not show addresses, which change from run to run.
void PrintTo(const VariantCase& each, std::ostream* out) {
  *out << each.workload->id << ' ' << each.stage << '=' << each.variant;
}

std::vector<VariantCase> all_variants() {
  std::vector<VariantCase> out;
  for (const Workload* workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      for (const NamedVariant& each : stage.variants) {
        out.push_back({workload, std::string(stage.id), std::string(each.id)});
      }
    }
  }
  return out;
}

class EveryVariant : public ::testing::TestWithParam<VariantCase> {};

TEST_P(EveryVariant, GivesTheReferencesResult) {
  const auto& [workload, stage, variant] = GetParam();
  Verifier verifier(catalog(), device::facts());
  int compared = 0;
  std::string skipped;
  for (const Case& each : conformance_cases(*workload, {}, {.variants = {stage + '=' + variant}}).cases) {
    const CaseResult result = verifier.run(each);
    if (result.outcome == Outcome::skipped) {
      skipped = result.reason;
      continue;
    }
    ++compared;
    ASSERT_EQ(result.outcome, Outcome::passed) << command_line_of(each, *workload) << '\n' << failure_text(result);
  }
  if (compared == 0) GTEST_SKIP() << "skipped: " << skipped;
}

INSTANTIATE_TEST_SUITE_P(All, EveryVariant, ::testing::ValuesIn(all_variants()), [](const auto& each) {
  return std::string(each.param.workload->id) + "_" + each.param.stage + "_" + each.param.variant;
});

/// A function of another kind's job would never be called. Those that only stand for a CUDA variant have none.
template <class R>
void expect_kind_of(const Stage& stage, const JobFunction<R>& function, std::string_view variant) {
  if (function == nullptr) return;
  EXPECT_EQ(function.takes_map(), std::holds_alternative<Map>(stage.kind)) << stage.id << '=' << variant;
  EXPECT_EQ(function.takes_reduction(), stage.reduction() != nullptr) << stage.id << '=' << variant;
  EXPECT_EQ(function.takes_iteration(), stage.iteration() != nullptr) << stage.id << '=' << variant;
}

TEST(Registry, VariantsTakeTheJobOfTheirStagesKind) {
  for (const Workload* workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      for (const auto& [id, variant] : stage.variants) {
        EXPECT_TRUE(variant->run != nullptr || variant->processor == Processor::gpu) << stage.id << '=' << id;
        expect_kind_of(stage, variant->run, id);
        expect_kind_of(stage, variant->pieces, id);
        expect_kind_of(stage, variant->scratch_bytes, id);
      }
    }
    if (!workload->iterates()) continue;
    // what follows shows its state
    EXPECT_EQ(workload->stages.size() > 1, workload->has_own_state()) << workload->id;
    for (std::size_t i = 1; i < workload->stages.size(); ++i)
      EXPECT_TRUE(std::holds_alternative<Map>(workload->stages[i].kind)) << workload->id;
  }
}

TEST(Registry, ReferencesAreSequentialCpuVariants) {
  for (const Workload* workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      EXPECT_EQ(stage.find(stage.reference())->processor, Processor::cpu);
      EXPECT_NE(stage.find(stage.default_cpu), nullptr);
      EXPECT_NE(stage.find(stage.default_gpu), nullptr);
    }
  }
}

}  // namespace
}  // namespace heteroscope
