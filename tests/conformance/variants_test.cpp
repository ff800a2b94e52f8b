#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "core/model/schema/command_text.hpp"
#include "core/verify/cases.hpp"
#include "core/verify/verifier.hpp"
#include "tests/example/catalog.hpp"

/// Cases of every registered workload, and of the example, against their references: a seeded share of what
/// `heteroscope verify` runs, or, where HETEROSCOPE_ALL_SAMPLES is set, all of them.
namespace heteroscope {
namespace {

/// Variants of a stage that are tried by one process, which computes the reference's results for all of them: the
/// CPU's, or one of the GPU's, each of which is skipped by itself.
struct Tried {
  const Workload* workload;
  std::string stage;
  Processor processor;
  std::vector<std::string> variants;
  std::string name;
};

// The name of a test must not show addresses, which change from run to run.
void PrintTo(const Tried& each, std::ostream* out) {
  *out << fmt::format("{} {}={}", each.workload->id, each.stage, fmt::join(each.variants, "|"));
}

std::vector<Tried> all_variants() {
  std::vector<Tried> out;
  for (const Workload* workload : testing::catalog_with_example()) {
    for (const Stage& stage : workload->stages) {
      const std::string stage_id(stage.id);
      const std::string name = fmt::format("{}_{}", workload->id, stage.id);
      Tried of_cpu{workload, stage_id, Processor::cpu, {}, name + "_cpu"};
      for (const auto& [id, variant] : stage.variants) {
        if (variant->processor == Processor::cpu) {
          of_cpu.variants.emplace_back(id);
        } else {
          out.push_back({workload, stage_id, Processor::gpu, {std::string(id)}, fmt::format("{}_{}", name, id)});
        }
      }
      out.push_back(std::move(of_cpu));
    }
  }
  return out;
}

/// The first case of every problem and a third of the others.
std::vector<Case> share_of_cases(std::vector<Case> cases) {
  if (std::getenv("HETEROSCOPE_ALL_SAMPLES") != nullptr) return cases;
  std::mt19937 random(1);
  std::set<std::string> problems;
  std::erase_if(cases, [&](const Case& each) {
    const bool first =
        problems.insert(problem_options_of(each.settings, testing::catalog_with_example(), Written::changed)).second;
    return random() % 3 != 0 && !first;
  });
  return cases;
}

class EveryVariant : public ::testing::TestWithParam<Tried> {};

/// What every variant goes through once, bands and interruptions among it, none may miss because the first size tried
/// is one that it cannot compute.
TEST(ConformanceCases, AVariantThatTheFirstSizeIsUnfitForGoesEveryWayAtAnother) {
  const Workload& transpose = find_workload(testing::catalog_with_example(), "transpose");
  const auto& variants = transpose.main_stage().variants;
  const auto tma = std::ranges::find(variants, std::string_view("cuda_tma"), &NamedVariant::id);
  ASSERT_NE(tma, variants.end());
  if (tma->variant->unfit == nullptr) GTEST_SKIP() << "this build has no CUDA variants";
  const Cases all = conformance_cases(transpose, {}, {.processor = Processor::gpu, .variants = {"cuda_tma"}});
  const auto in_bands_at = [&](Size size) {
    return std::ranges::any_of(
        all.cases, [&](const Case& each) { return each.settings.problem.size == size && each.route.band > 0; });
  };
  EXPECT_TRUE(in_bands_at(aligned_sizes[0]));
  EXPECT_FALSE(in_bands_at(aligned_sizes[1]));
}

/// Launches that overlap are refused on a GPU whose blocks would not wait for the launch ahead; where there is no GPU
/// the variant itself has nothing to say.
TEST(DependentVariants, RefuseOlderGpusWithTheReason) {
  int found = 0;
  for (const Workload* const workload : testing::catalog_with_example()) {
    const auto& variants = workload->main_stage().variants;
    const auto it = std::ranges::find(variants, std::string_view("cuda_dependent"), &NamedVariant::id);
    if (it == variants.end()) continue;
    SCOPED_TRACE(workload->id);
    ++found;
    const Variant& variant = *it->variant;
    if (variant.kernels.empty()) GTEST_SKIP() << "this build has no CUDA variants";
    EXPECT_EQ(variant.unavailable({}), "");
    device::Facts ampere;
    ampere.available = true;
    ampere.major = 8;
    EXPECT_EQ(variant.unavailable(ampere),
              "launches that begin before the one ahead has ended need compute capability 9.0");
    ASSERT_NE(variant.knobs.find_tunable("early"), nullptr);
    EXPECT_EQ(variant.knobs.find_tunable("early")->values.size(), 2U);
  }
  EXPECT_EQ(found, 2) << "heat and laplace";
}

TEST_P(EveryVariant, GivesTheReferencesResult) {
  const Tried& tried = GetParam();
  const Workload& workload = *tried.workload;
  std::vector<std::string> choices;
  for (const std::string& each : tried.variants) choices.push_back(fmt::format("{}={}", tried.stage, each));
  Verifier verifier(testing::catalog_with_example(), device::facts());
  std::set<std::string> compared;
  std::string skipped;
  for (const Case& each : share_of_cases(conformance_cases(workload, {}, {.variants = choices}).cases)) {
    const CaseResult result = verifier.run(each);
    if (result.outcome == Outcome::skipped) {
      skipped = result.reason;
      continue;
    }
    const StageChoice& chosen = each.settings.execution.variants.at(tried.stage);
    compared.insert(tried.processor == Processor::cpu ? chosen.cpu : chosen.gpu);
    ASSERT_EQ(result.outcome, Outcome::passed) << command_line_of(each, testing::catalog_with_example()) << '\n'
                                               << failure_text(result);
  }
  if (compared.empty()) GTEST_SKIP() << "skipped: " << skipped;
  EXPECT_EQ(compared, std::set<std::string>(tried.variants.begin(), tried.variants.end()));
}

INSTANTIATE_TEST_SUITE_P(All, EveryVariant, ::testing::ValuesIn(all_variants()),
                         [](const auto& each) { return each.param.name; });

/// A function of another kind's job would never be called. Those that only stand for a CUDA variant have none.
template <class R>
void expect_kind_of(const Stage& stage, const JobFunction<R>& function, std::string_view variant) {
  if (function == nullptr) return;
  EXPECT_EQ(function.takes_map(), std::holds_alternative<Map>(stage.kind)) << stage.id << '=' << variant;
  EXPECT_EQ(function.takes_reduction(), stage.reduction() != nullptr) << stage.id << '=' << variant;
  EXPECT_EQ(function.takes_iteration(), stage.iteration() != nullptr) << stage.id << '=' << variant;
}

TEST(Registry, VariantsTakeTheJobOfTheirStagesKind) {
  for (const Workload* workload : testing::catalog_with_example()) {
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
  for (const Workload* workload : testing::catalog_with_example()) {
    for (const Stage& stage : workload->stages) {
      EXPECT_EQ(stage.find(stage.reference())->processor, Processor::cpu);
      EXPECT_NE(stage.find(stage.default_cpu), nullptr);
      EXPECT_NE(stage.find(stage.default_gpu), nullptr);
    }
  }
}

}  // namespace
}  // namespace heteroscope
