#include "app/window/features/view_keys/view_keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/window/features/views/visit.hpp"
#include "app/window/picture/panes.hpp"
#include "kernels/registry.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

class ViewKeysOf : public ::testing::Test {
 protected:
  ViewKeysOf() { open("mandelbrot"); }

  void open(const char* id) {
    parts_.model.catalog = catalog();
    parts_.model.workload = &find_workload(catalog(), id);
    *parts_.model.edit() = default_settings(*parts_.model.workload);
    parts_.model.edit()->problem.size = {64, 36};
    parts_.view.area.size = {64, 36};
  }
  void act(const char* id) {
    parts_.ui.now_s += 10;
    entry(id).act(parts_.all());
  }
  ActionEntry entry(const char* id) {
    const std::vector<ActionEntry> all = ViewKeys().actions();
    return *std::ranges::find(all, Action(id), &ActionEntry::action);
  }
  [[nodiscard]] Value value(const char* id) const { return parts_.model.settings().problem.parameters.at(id); }

  WindowParts parts_;
};

TEST_F(ViewKeysOf, TheJuliaSetOfThePointUnderTheMouseAndBack) {
  const View before = shown_view(parts_.all());
  parts_.view.readout.inside = true;
  parts_.view.readout.point = {Decimal::parse("-0.12300000000000012345"), Decimal::parse("0.745")};
  act("toggle_julia");
  EXPECT_EQ(value("julia"), 1.0);
  EXPECT_EQ(value("julia_re").decimal(), Decimal::parse("-0.123")) << "with as many digits as pixels tell apart";
  EXPECT_EQ(value("julia_im").decimal(), Decimal::parse("0.745"));
  EXPECT_EQ(shown_view(parts_.all()).x, Decimal());
  const View whole = shown_view(parts_.all());
  move_view(parts_.all(), {0.1, 0}, 0.1);
  act("back");
  EXPECT_EQ(value("julia"), 1.0);
  EXPECT_EQ(shown_view(parts_.all()), whole);
  act("back");
  EXPECT_EQ(value("julia"), 0.0) << "back leads to the plane that was left";
  EXPECT_EQ(shown_view(parts_.all()), before);
}

TEST_F(ViewKeysOf, JuliaOnceMoreGoesBackToTheViewThatWasLeft) {
  move_view(parts_.all(), {0.1, 0}, 0.1);
  const View left = shown_view(parts_.all());
  act("toggle_julia");
  EXPECT_EQ(value("julia"), 1.0);
  move_view(parts_.all(), {0, 0.1}, 0.1);
  act("toggle_julia");
  EXPECT_EQ(value("julia"), 0.0);
  EXPECT_EQ(shown_view(parts_.all()), left);
}

TEST_F(ViewKeysOf, JuliaOnceMoreShowsTheWholeMandelbrotSetWhereNoViewOfItWasLeft) {
  act("toggle_julia");
  EXPECT_EQ(value("julia_re"), -0.75) << "the middle, where the mouse is elsewhere";
  parts_.model.views.clear();
  act("toggle_julia");
  EXPECT_EQ(value("julia"), 0.0);
  EXPECT_EQ(value("center_re"), -0.75);
}

TEST_F(ViewKeysOf, PicturesOfOtherPlanesAreNotPlacedOverEachOther) {
  const Settings before = parts_.model.settings();
  act("toggle_julia");
  EXPECT_FALSE(same_plane(before, parts_.model.settings(), catalog()));
  Settings other = parts_.model.settings();
  other.problem.parameters["julia_re"] = 0.25;
  EXPECT_FALSE(same_plane(other, parts_.model.settings(), catalog()));
}

TEST_F(ViewKeysOf, ALocationSaysThatItIsOfAJuliaSet) {
  EXPECT_EQ(location_text(parts_.model.settings(), catalog()).find("julia"), std::string::npos);
  act("toggle_julia");
  EXPECT_NE(location_text(parts_.model.settings(), catalog()).find("--set julia=true"), std::string::npos);
}

TEST_F(ViewKeysOf, TheViewIsRotatedAndSetUprightAndBackspaceLeadsBack) {
  const View before = shown_view(parts_.all());
  EXPECT_NE(entry("turn_upright").why_not(parts_.all()), "") << "it is";
  act("turn_right");
  act("turn_right");
  EXPECT_EQ(value("rotation"), 30.0) << "what is seen turns clockwise where rows turn counterclockwise";
  act("turn_left");
  EXPECT_EQ(value("rotation"), 15.0);
  EXPECT_NE(location_text(parts_.model.settings(), catalog()).find("--set rotation=15"), std::string::npos);
  act("turn_upright");
  EXPECT_EQ(shown_view(parts_.all()), before);
  act("back");
  EXPECT_EQ(value("rotation"), 15.0);
  act("fit");
  EXPECT_EQ(value("rotation"), 0.0) << "the whole is upright";
}

TEST_F(ViewKeysOf, OtherWorkloadsAreNotRotated) {
  open("heat");
  EXPECT_NE(entry("turn_left").why_not(parts_.all()), "");
  EXPECT_NE(entry("turn_upright").why_not(parts_.all()), "");
}

TEST_F(ViewKeysOf, OtherWorkloadsHaveNoJuliaSets) {
  EXPECT_EQ(entry("toggle_julia").why_not(parts_.all()), "");
  open("heat");
  EXPECT_NE(entry("toggle_julia").why_not(parts_.all()), "");
}

}  // namespace
}  // namespace heteroscope
