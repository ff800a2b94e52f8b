// A constant that a person's file declares as tunable, in the panel.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "core/own/own_variants.hpp"
#include "tests/unit/temporary_folder.hpp"
#include "tests/window/sheet.hpp"
#include "tests/window/transpose_text.hpp"

namespace heteroscope {
namespace {

bool shows(const std::string& words) {
  return std::ranges::any_of(drawn_words(), [&](const DrawnWords& each) { return each.text == words; });
}

TEST(OwnTunable, IsAControlWhereItsFileComputes) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  const testing::TemporaryFolder folder;
  own_variants().add(folder.path() / "tunable.cpp",
                     testing::transpose_text("image.in(x, y)") + "HETEROSCOPE_TUNE(own_tile, 16, {8, 16, 4321})\n");
  SheetWindow sheet(1);
  const Workload& transpose = find_workload(catalog(), "transpose");
  sheet.choose(transpose);
  const auto draw_with = [&](const std::string& variant) {
    Execution& execution = sheet.model().edit()->execution;
    execution.processor = Processor::cpu;
    execution.variants[std::string(transpose.stages.front().id)].cpu = variant;
    sheet.draw({2560, 1440});
  };
  draw_with("sequential");
  EXPECT_FALSE(shows("own_tile"));
  draw_with("tunable.cpp");
  EXPECT_TRUE(shows("own_tile"));
  EXPECT_FALSE(shows("4321"));
  sheet.model().edit()->execution.tunables["own_tile"] = 4321;
  sheet.draw({2560, 1440});
  EXPECT_TRUE(shows("4321")) << "its control has the value that is chosen";
}

}  // namespace
}  // namespace heteroscope
