#include <gtest/gtest.h>

#include <memory>

#include "core/own/source/own_source.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

TEST(PresentVariants, APlanIsOutOfDateOnceItsVariantIsExchanged) {
  static const OwnSource file{.path = "mine.cpp", .source = SourceText("mine.cpp", "")};
  static Variant first, second, built_in;
  for (Variant* const each : {&first, &second}) {
    each->own = &file;
    each->own_id = "mine.cpp";
  }
  Stage stage{.id = "only"};
  stage.variants.put("mine.cpp", first);
  Plan plan;
  plan.stages = {{.stage = &stage, .cpu = &first}};
  EXPECT_TRUE(has_present_variants(plan));
  stage.variants.put("mine.cpp", second);
  EXPECT_FALSE(has_present_variants(plan));

  Plan reader;
  reader.source_plan = std::make_shared<const Plan>(plan);
  EXPECT_FALSE(has_present_variants(reader)) << "its source is out of date";
  plan.stages = {{.stage = &stage, .cpu = &second, .gpu = &built_in}};
  EXPECT_TRUE(has_present_variants(plan)) << "the program's own variants are never exchanged";
}

}  // namespace
}  // namespace heteroscope
