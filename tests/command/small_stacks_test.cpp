#include <fmt/format.h>

#include <regex>

#include "kernels/registry.hpp"
#include "program.hpp"

/// OpenMP's threads may have stacks hardly larger than the system demands: what is large of a thread's own lies
/// elsewhere. Smaller ones are refused.
namespace heteroscope::testing {
namespace {

class SmallStacks : public testing::Program {
 protected:
  /// The least stack, KiB, that the program takes, the system's 16 or more: how much libraries keep for each thread
  /// (CUDA's 8 KiB) and how large the registers are (11 KiB with AMX) differs.
  void SetUp() override {
    testing::Program::SetUp();
    const Result result = render("mandelbrot --size 8x8 --processor cpu");
    if (result.code == 0) return;
    std::smatch least;
    ASSERT_TRUE(std::regex_search(result.error, least, std::regex("at least ([0-9]+) KiB"))) << result.error;
    stack_kib_ = std::stoi(least[1]);
    EXPECT_LE(stack_kib_, 48);
    expect_refused("render mandelbrot --out b.npy",
                   fmt::format("OMP_STACKSIZE=16: threads need at least {} KiB of stack", stack_kib_),
                   "export OMP_STACKSIZE=16;");
  }
  [[nodiscard]] Result render(const std::string& arguments) const {
    return run("render " + arguments + " --threads 4 --out a.npy", fmt::format("export OMP_STACKSIZE={};", stack_kib_));
  }
  void expect_works(const std::string& arguments) const {
    SCOPED_TRACE(arguments);
    const Result result = render(arguments);
    EXPECT_EQ(result.code, 0) << result.error;
  }

 private:
  int stack_kib_ = 16;
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
