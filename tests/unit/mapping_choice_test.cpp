#include "core/model/settings/mapping_choice.hpp"

#include <gtest/gtest.h>

#include <array>

namespace heteroscope {
namespace {

/// A stage whose variants have a mapping each, one that has two, and one that lays its blocks in its own way.
const Workload& mapped_workload() {
  static constexpr std::array<std::string_view, 1> bb{"bb"};
  static constexpr std::array<std::string_view, 1> ltm{"ltm"};
  static constexpr std::array<std::string_view, 2> both{"2d", "1d"};
  static const auto variant = [](std::span<const std::string_view> mappings) {
    Variant out;
    out.processor = Processor::gpu;
    out.knobs.mappings = mappings;
    return out;
  };
  static const Variant cuda_bb = variant(bb);
  static const Variant cuda_ltm = variant(ltm);
  static const Variant cuda_both = variant(both);
  static const Variant cuda_own = variant({});
  static const Workload workload = [] {
    Workload out;
    out.id = "mapped";
    out.stages = {
        Stage{"cells",
              {{"cuda_bb", &cuda_bb}, {"cuda_ltm", &cuda_ltm}, {"cuda_both", &cuda_both}, {"cuda_own", &cuda_own}},
              "",
              "cuda_bb"}};
    return out;
  }();
  return workload;
}

Settings settings_with(const std::string& variant, const std::string& mapping) {
  Settings out;
  out.problem.workload = "mapped";
  out.execution.variants["cells"].gpu = variant;
  out.execution.mapping = mapping;
  return out;
}

std::string after_mapping(const std::string& variant, const std::string& mapping) {
  Settings settings = settings_with(variant, "");
  choose_mapping(settings, mapped_workload(), mapping);
  return settings.execution.variants["cells"].gpu + ' ' + settings.execution.mapping;
}

std::string after_variant(const std::string& mapping, const std::string& variant) {
  Settings settings = settings_with("cuda_bb", mapping);
  choose_gpu_variant(settings, mapped_workload().stages.front(), variant);
  return settings.execution.variants["cells"].gpu + ' ' + settings.execution.mapping;
}

TEST(MappingChoice, OffersTheMappingsOfAllVariants) {
  EXPECT_EQ(mappings_of(mapped_workload()), (std::vector<std::string_view>{"bb", "ltm", "2d", "1d"}));
}

TEST(MappingChoice, AMappingBringsItsVariant) {
  EXPECT_EQ(after_mapping("cuda_bb", "ltm"), "cuda_ltm ltm");
  EXPECT_EQ(after_mapping("cuda_ltm", "bb"), "cuda_bb bb");
  EXPECT_EQ(after_mapping("cuda_ltm", "ltm"), "cuda_ltm ltm");
  EXPECT_EQ(after_mapping("cuda_bb", "1d"), "cuda_both 1d");
  EXPECT_EQ(after_mapping("cuda_own", "ltm"), "cuda_own ltm") << "it has no use for one";
}

TEST(MappingChoice, AVariantLeavesNoMappingThatItDoesNotKnow) {
  EXPECT_EQ(after_variant("bb", "cuda_ltm"), "cuda_ltm ");
  EXPECT_EQ(after_variant("1d", "cuda_both"), "cuda_both 1d");
  EXPECT_EQ(after_variant("", "cuda_ltm"), "cuda_ltm ");
  EXPECT_EQ(after_variant("bb", "cuda_own"), "cuda_own bb") << "it has no use for one, and the next may";
}

}  // namespace
}  // namespace heteroscope
