// Two variants in the lens, beside each other: which lines differ, and what is drawn of that, without a display.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <future>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/scope/compared_lenses.hpp"
#include "app/window/features/lens/lens_words.hpp"
#include "app/window/model/actions/actions.hpp"
#include "core/base/error.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

LensGroup group_of(Access access, const char* array, int moved) {
  LensGroup out{.access = access, .array = array, .instructions = 1, .wanted_bytes = 128, .worst = {}};
  (is_shared(access) ? out.passes : out.sectors) = moved;
  return out;
}

/// "input tile |result": what each row is of; a bar before what the right one alone does, and after what the left one.
std::string rows_as_text(const Lens& left, const Lens& right) {
  std::string out;
  for (const ComparedGroup& each : compare_lenses(left, right)) {
    out += fmt::format("{}{}{}{} ", each.left == nullptr ? "|" : "", each.any().array, each.right == nullptr ? "|" : "",
                       each.differs() ? "!" : "");
  }
  return out;
}

TEST(ComparedLenses, PairWhatBothDoToAnArray) {
  Lens global;
  global.groups = {group_of(Access::global_load, "input", 4), group_of(Access::global_store, "result", 32)};
  Lens shared;
  shared.groups = {group_of(Access::global_load, "input", 4), group_of(Access::shared_store, "tile", 1),
                   group_of(Access::shared_load, "tile", 8), group_of(Access::global_store, "result", 4)};
  Lens padded = shared;
  padded.groups[2].passes = 1;
  EXPECT_EQ(rows_as_text(shared, padded), "input tile tile! result ");
  EXPECT_EQ(rows_as_text(global, shared), "input |tile! |tile! result! ");
  EXPECT_EQ(rows_as_text(shared, global), "input tile|! tile|! result! ");
  EXPECT_EQ(rows_as_text(shared, shared), "input tile tile result ");
  EXPECT_EQ(rows_as_text({}, global), "|input! |result! ");
}

TEST(ComparedLenses, DifferInWhatTheyCost) {
  const LensGroup one = group_of(Access::global_load, "input", 4);
  LensGroup other = one;
  EXPECT_FALSE((ComparedGroup{&one, &other}.differs()));
  other.passes = 9;
  EXPECT_FALSE((ComparedGroup{&one, &other}.differs())) << "passes are of shared memory alone";
  other.wanted_bytes = 64;
  EXPECT_TRUE((ComparedGroup{&one, &other}.differs())) << "the other half is moved in vain";
  other = one;
  other.instructions = 2;
  EXPECT_TRUE((ComparedGroup{&one, &other}.differs()));
}

/// A window in which the lens shows two variants of a transpose, which conflict in different ways.
class LensComparison : public ::testing::TestWithParam<double> {
 protected:
  LensComparison() : sheet_(GetParam()) {
    sheet_.choose(find_workload(catalog(), "transpose"));
    sheet_.view().readout = {.inside = true, .x = 40, .y = 30};
    sheet_.ui().preferences.lens_variants["transpose"] = {"cuda_shared", "cuda_shared_padded"};
    sheet_.features().toggle(action::toggle_lens, sheet_.window());
  }
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  Lens lens(const char* variant) {
    const Plan& plan = sheet_.view().frame->plan;
    const auto of = lens_of(plan, with_lens_variant(plan, sheet_.model().settings().execution, variant));
    return *look(of->variant->make(of->problem), 40, 30);
  }
  static ImRect panel() { return ImGui::FindWindowByName("##lens0")->Rect(); }
  static std::vector<DrawnWords> words(std::string_view window = "##lens0") {
    std::vector<DrawnWords> out = drawn_words();
    std::erase_if(out, [&](const DrawnWords& each) { return each.window != window; });
    return out;
  }
  static std::string text_of(std::string_view window = "##lens0") {
    std::string out;
    for (const DrawnWords& each : words(window)) out += each.text + ' ';
    return out;
  }
  /// Gives a variant of the transpose another model; `make` is handed the usual one.
  void replace_model(std::string_view variant,
                     const std::function<AccessPattern(const std::function<AccessPattern()>&)>& make) {
    auto& all = changed_.accesses->variants;
    auto& of = std::ranges::find(all, variant, &AccessingVariant::variant)->make;
    of = [usual = of, make](const AccessProblem& problem) { return make([&] { return usual(problem); }); };
    Frame frame = *sheet_.view().frame;
    frame.plan.workload = &changed_;
    sheet_.view().frame = std::make_shared<const Frame>(std::move(frame));
    sheet_.model().workload = &changed_;
  }
  /// Whether the first lines of both texts stand in one row, each in its column.
  static bool in_one_row(const std::vector<DrawnWords>& all, const std::string& left, const std::string& right) {
    const auto is_of = [](const DrawnWords& each, const std::string& text, bool at_right) {
      return text.starts_with(each.text) && (each.low.x > panel().GetCenter().x) == at_right;
    };
    return std::ranges::any_of(all, [&](const DrawnWords& one) {
      return is_of(one, left, false) && std::ranges::any_of(all, [&](const DrawnWords& other) {
               return is_of(other, right, true) && std::abs(one.low.y - other.low.y) < 3;
             });
    });
  }
  /// What must be seen, wherever the mouse is.
  void look_at_rows(const std::string& where) {
    const Lens shared = lens("cuda_shared");
    const Lens padded = lens("cuda_shared_padded");
    const std::vector<DrawnWords> all = words();
    const std::string text = text_of();
    const auto rows = compare_lenses(shared, padded);
    std::size_t differing = 0;
    for (const ComparedGroup& each : rows) {
      EXPECT_NE(text.find(words_of(each.any())), std::string::npos) << "no row is left out unsaid, " << where << text;
      if (!each.differs()) continue;
      ++differing;
      EXPECT_TRUE(in_one_row(all, group_figures(*each.left), group_figures(*each.right))) << where << text;
    }
    EXPECT_EQ(differing, 1U) << "the conflicts of the tile's columns";
    EXPECT_NE(text.find("differs"), std::string::npos) << where << text;
  }

  Workload changed_ = find_workload(catalog(), "transpose");
  SheetWindow sheet_;
};

TEST_P(LensComparison, ShowsBesideEachOtherWhatDiffers) {
  finish(sheet_);
  for (const bool presented : {false, true}) {
    if (presented) sheet_.present();
    for (const Size size : windows) {
      sheet_.draw(size);
      const Rect picture = rect_of(sheet_.ui(), sheet_.view().area);
      for (const float share : {0.2F, 0.8F}) {
        const std::string where = fmt::format("{} in text of {}, mouse at {}{}: ", name_of(size), GetParam(), share,
                                              presented ? ", F11" : "");
        const ImVec2 mouse{picture.from.x + share * (picture.to.x - picture.from.x), middle_of(picture).y};
        ImGui::GetIO().MousePos = mouse;
        std::set<std::string> found;
        look(sheet_, size, found);
        EXPECT_TRUE(found.empty()) << where << lines(found);
        EXPECT_FALSE(panel().Contains(mouse)) << where;
        EXPECT_TRUE(ImRect(picture.from, picture.to).Contains(panel())) << "it hides no control: " << where;
        const bool has_room = text_of().find("Too little room: Tab hides the panels.") == std::string::npos;
        EXPECT_TRUE(has_room || (!presented && GetParam() > 1)) << where;
        if (has_room) look_at_rows(where);
      }
    }
  }
}

TEST_P(LensComparison, HasRoomForAllInALargeWindow) {
  sheet_.mode().hidden = true;
  finish(sheet_);
  sheet_.draw({2560, 1440});
  const std::string text = text_of();
  EXPECT_EQ(text.find("no room"), std::string::npos) << text;
  EXPECT_NE(text.find("Each color is one of"), std::string::npos) << text;
  EXPECT_NE(text.find("The marks in the picture are those of cuda_shared."), std::string::npos) << text;
}

TEST_P(LensComparison, IsThereAgainAfterAnotherWorkload) {
  sheet_.choose(find_workload(catalog(), "blur"));
  finish(sheet_);
  sheet_.choose(find_workload(catalog(), "transpose"));
  sheet_.mode().hidden = true;
  finish(sheet_);
  sheet_.draw({2560, 1440});
  EXPECT_NE(text_of().find("differs"), std::string::npos) << text_of();
}

/// As at a start, before a person's file is opened that was ticked in the run before.
TEST_P(LensComparison, AFileThatIsNotOpenHasNoPlace) {
  sheet_.ui().preferences.lens_variants["transpose"] = {"my_transpose.cu", "cuda_shared"};
  sheet_.mode().hidden = true;
  finish(sheet_);
  sheet_.draw({2560, 1440});
  EXPECT_NE(text_of().find("loads input"), std::string::npos) << text_of();
  EXPECT_EQ(text_of().find("my_transpose"), std::string::npos) << text_of();
  EXPECT_EQ(text_of("##lens1"), "");
}

TEST_P(LensComparison, ASingleLensLeavesOutNoRowUnsaid) {
  constexpr int x = 30;
  constexpr int y = 40;
  sheet_.view().readout = {.inside = true, .x = x, .y = y};
  for (const char* const id : {"transpose", "blur", "histogram", "heat", "triangle"}) {
    sheet_.choose(find_workload(catalog(), id));
    const Plan plan = sheet_.view().frame->plan;
    Field input;
    if (plan.workload->gives_numbers()) input = sheet_.view().frame->input.with_host_copy();
    int shown = 0;
    for (const AccessingVariant* const variant : lens_variants(plan)) {
      sheet_.ui().preferences.lens_variants[id] = {std::string(variant->variant)};
      finish(sheet_);
      auto of = lens_of(plan, with_lens_variant(plan, sheet_.model().settings().execution, variant->variant));
      if (plan.workload->gives_numbers()) of->problem.values = input.host_view();
      const auto lens = look(variant->make(of->problem), x, y);
      if (!lens) continue;  // no warp computes the cell
      ++shown;
      for (const Size size : windows) {
        sheet_.draw(size);
        const std::string text = text_of();
        if (GetParam() > 1 && text.starts_with("Too little room")) continue;
        const std::string where =
            fmt::format("{} at {} in text of {}: {}", variant->variant, name_of(size), GetParam(), text);
        EXPECT_TRUE(faults().empty()) << where << faults().front();
        for (const LensGroup& each : lens->groups) EXPECT_NE(text.find(words_of(each)), std::string::npos) << where;
      }
    }
    EXPECT_GT(shown, 0) << id;
  }
}

TEST_P(LensComparison, AVariantWithoutAModelWaitsForNoOther) {
  std::promise<void> goes_on;
  replace_model("cuda_shared", [wait = goes_on.get_future().share()](const auto& modeled) {
    wait.wait();
    return modeled();
  });
  sheet_.ui().preferences.lens_variants["transpose"] = {"cublas_geam", "cuda_shared"};
  sheet_.draw({2560, 1440});
  EXPECT_NE(text_of("##lens0").find("come from a library"), std::string::npos) << text_of("##lens0");
  EXPECT_EQ(text_of("##lens1"), "");
  goes_on.set_value();
  finish(sheet_);
  sheet_.draw({2560, 1440});
  EXPECT_NE(text_of("##lens0").find("come from a library"), std::string::npos) << text_of("##lens0");
  EXPECT_NE(text_of("##lens1").find("loads input"), std::string::npos) << text_of("##lens1");
}

TEST_P(LensComparison, AVariantWhoseModelFailsHidesNoOther) {
  replace_model("cuda_shared_padded", [](const auto&) -> AccessPattern { throw BadInput("reaches element -1"); });
  finish(sheet_);
  sheet_.draw({2560, 1440});
  EXPECT_NE(text_of("##lens0").find("loads input"), std::string::npos) << text_of("##lens0");
  EXPECT_NE(text_of("##lens1").find("reaches element -1"), std::string::npos) << text_of("##lens1");
}

TEST_P(LensComparison, NoControlMovesWhenItShowsSomething) {
  const auto heights = [&] {
    std::map<std::string, float> out;
    for (const DrawnWords& each : drawn_words()) {
      if (each.window == "##right" && (each.text == "Result" || each.text == "Color" || each.text == "Compare"))
        out[each.text] = each.low.y;
    }
    return out;
  };
  sheet_.view().readout.inside = false;
  sheet_.draw({2560, 1440});
  const auto before = heights();
  EXPECT_FALSE(before.empty());
  EXPECT_NE(text_of("##right").find("save"), std::string::npos) << "disabled";
  sheet_.view().readout.inside = true;
  finish(sheet_);
  sheet_.draw({2560, 1440});
  EXPECT_NE(text_of().find("loads input"), std::string::npos);
  EXPECT_EQ(heights(), before);
}

INSTANTIATE_TEST_SUITE_P(TextSizes, LensComparison, ::testing::Values(1.0, 1.5, 2.0),
                         [](const auto& each) { return fmt::format("Percent{:.0f}", each.param * 100); });

}  // namespace
}  // namespace heteroscope
