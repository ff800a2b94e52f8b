#include <fmt/format.h>

#include "kernels/registry.hpp"
#include "program.hpp"

/// OpenMP's threads may have stacks as small as the system allows: what is large of a thread's own lies elsewhere.
namespace heteroscope::testing {
namespace {

class SmallStacks : public testing::Program {
 protected:
  void expect_works(const std::string& arguments) const {
    SCOPED_TRACE(arguments);
    const Result result = run("render " + arguments + " --threads 4 --out a.npy", "export OMP_STACKSIZE=16;");
    EXPECT_EQ(result.code, 0) << result.error;
  }
};

TEST_F(SmallStacks, AreEnoughForEachVariantOfTheCpu) {
  for (const Workload* workload : catalog()) {
    const std::string size = workload->size_parameter(initial_values(workload->parameters)) == nullptr
                                 ? " --size 100x70 --processor cpu"
                                 : " --processor cpu";
    for (const Stage& stage : workload->stages) {
      for (const auto& [id, variant] : stage.variants) {
        if (variant->processor != Processor::cpu) continue;
        expect_works(fmt::format("{}{} --variant {}={}", workload->id, size, stage.id, id));
      }
    }
  }
}

/// Results that are written around the caches, of each width of a value and with rows that begin anywhere.
TEST_F(SmallStacks, AreEnoughForLargeTranspositions) {
  for (const char* variant : {"simd", "omp_blocked"}) {
    for (const char* precision : {"fp32", "fp64"}) {
      expect_works(
          fmt::format("transpose --source noise --size 1501x1103 --variant {} --precision {}", variant, precision));
    }
  }
}

}  // namespace
}  // namespace heteroscope::testing
