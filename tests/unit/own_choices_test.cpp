// What is kept of settings in which persons' files are chosen.
#include "core/model/schema/own_choices.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/model/schema/command_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "core/own/source/own_source.hpp"
#include "tests/unit/fake_workload.hpp"

namespace heteroscope::testing {
namespace {

/// The fake workload, of whose first stage mine.cpp and mine.cu are variants, too.
const Workload& with_files() {
  static constexpr std::array<int, 2> values{1, 2};
  static constexpr std::array<Tunable, 1> of_program{{{.id = "chunk", .values = values, .initial = 1}}};
  static constexpr std::array<Tunable, 1> of_file{{{.id = "tile", .values = values, .initial = 1}}};
  static const OwnSource source{.path = "mine.cpp", .source = {"mine.cpp", ""}};
  static const auto variant = [](Processor processor, const OwnSource* own, std::span<const Tunable> tunables) {
    Variant out;
    out.processor = processor;
    out.own = own;
    if (own != nullptr) out.own_path = "/home/it's me/a=b/mine.cpp";
    out.knobs.tunables = tunables;
    return out;
  };
  static const Variant cpu = variant(Processor::cpu, nullptr, of_program);
  static const Variant gpu = variant(Processor::gpu, nullptr, {});
  static const Variant own_cpu = variant(Processor::cpu, &source, of_file);
  static const Variant own_gpu = variant(Processor::gpu, &source, {});
  static const Workload workload = [] {
    Workload out = fake_workload();
    out.stages = {Stage{
        "first", {{"plain", &cpu}, {"cuda", &gpu}, {"mine.cpp", &own_cpu}, {"mine.cu", &own_gpu}}, "plain", "cuda"}};
    return out;
  }();
  return workload;
}

Settings with_both_chosen(Processor computes) {
  Settings out = default_settings(with_files());
  out.execution.processor = computes;
  out.execution.variants["first"] = {"mine.cpp", "mine.cu"};
  out.execution.tunables = {{"chunk", 2}, {"tile", 2}};
  return out;
}

TEST(OwnChoices, AreGivenUpWhereNoFileWillBeOpen) {
  const Settings kept = without_own_files(with_both_chosen(Processor::split), with_files());
  EXPECT_EQ(kept.execution.variants.at("first"), (StageChoice{"plain", "cuda"}));
  EXPECT_EQ(kept.execution.tunables, (TunableChoice{{"chunk", 2}})) << "the program's variant declares it";
}

TEST(OwnChoices, ThatDoNotComputeAreNotKept) {
  const auto kept = [](Processor computes) {
    return without_idle_own_files(with_both_chosen(computes), with_files()).execution;
  };
  EXPECT_EQ(kept(Processor::split).variants.at("first"), (StageChoice{"mine.cpp", "mine.cu"}));
  EXPECT_EQ(kept(Processor::cpu).variants.at("first"), (StageChoice{"mine.cpp", "cuda"}));
  EXPECT_EQ(kept(Processor::cpu).tunables.size(), 2u);
  EXPECT_EQ(kept(Processor::gpu).variants.at("first"), (StageChoice{"plain", "mine.cu"}));
  EXPECT_EQ(kept(Processor::gpu).tunables, (TunableChoice{{"chunk", 2}}));
}

/// A shell takes the line as it is, in any folder.
TEST(OwnChoices, AreInCommandsByTheirPaths) {
  const std::array<const Workload*, 1> catalog{&with_files()};
  const std::string text = render_options_of(with_both_chosen(Processor::cpu), catalog);
  EXPECT_NE(text.find(R"( --variant 'first=/home/it'\''s me/a=b/mine.cpp')"), text.npos) << text;
}

TEST(OwnChoices, AreNamedWhereTheyCompute) {
  EXPECT_EQ(own_file_in(with_both_chosen(Processor::cpu).execution), "mine.cpp");
  EXPECT_EQ(own_file_in(with_both_chosen(Processor::gpu).execution), "mine.cu");
  EXPECT_EQ(own_file_in(default_settings(with_files()).execution), "");
}

TEST(OwnChoices, ThatDoNotComputeAreInNoFile) {
  const std::array<const Workload*, 1> all{&with_files()};
  const std::string text = to_json(with_both_chosen(Processor::gpu), all);
  EXPECT_EQ(text.find("mine.cpp"), text.npos) << text;
  EXPECT_NE(text.find("mine.cu"), text.npos) << text;
}

}  // namespace
}  // namespace heteroscope::testing
