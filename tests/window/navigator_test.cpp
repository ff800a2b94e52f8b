// The place of the mouse in a picture whose own place changes, without a display.
#include "app/window/picture/navigator.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "kernels/registry.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

class MouseAtRest : public ::testing::Test {
 protected:
  MouseAtRest() : sheet_(1) {
    sheet_.choose(find_workload(catalog(), "blur"));
    draw();
  }
  void draw() { sheet_.draw({1280, 720}); }
  Readout read(Navigator& navigator, const std::vector<MouseEvent>& events, const Covered& covered = {}) {
    navigator.take(sheet_.ui(), sheet_.model(), sheet_.view(), events, covered, false);
    navigator.read(sheet_.ui(), sheet_.model(), sheet_.view());
    return sheet_.view().readout;
  }
  static std::vector<MouseEvent> moved_to(Point at) { return {{.kind = MouseEvent::Kind::move, .at = at}}; }

  SheetWindow sheet_;
};

TEST_F(MouseAtRest, IsOnTheCellThatAPresentationBringsBelowIt) {
  const Point at{250, 360};  // over the left panel
  Navigator navigator;
  EXPECT_FALSE(read(navigator, moved_to(at)).inside);
  sheet_.present();
  draw();
  const Readout now = read(navigator, {});
  ASSERT_TRUE(now.inside);
  Navigator other;
  const Readout expected = read(other, moved_to(at));
  EXPECT_EQ(now.x, expected.x);
  EXPECT_EQ(now.y, expected.y);
}

TEST_F(MouseAtRest, IsOnAnotherCellOnceThePictureHasMoved) {
  const Point at{600, 250};
  Navigator navigator;
  const Readout before = read(navigator, moved_to(at));
  ASSERT_TRUE(before.inside);
  sheet_.mode().hidden = true;
  draw();
  const Readout after = read(navigator, {});
  ASSERT_TRUE(after.inside);
  EXPECT_NE(std::pair(after.x, after.y), std::pair(before.x, before.y));
}

TEST_F(MouseAtRest, IsOnNoCellOnceItHasLeftTheWindow) {
  const MouseEvent left{.kind = MouseEvent::Kind::leave, .at = {250, 360}};
  for (const Point at : {Point{250, 360}, Point{600, 250}}) {  // over the left panel, and over the picture
    sheet_.mode().hidden = false;
    draw();
    Navigator navigator;
    read(navigator, moved_to(at));
    EXPECT_FALSE(read(navigator, {left}).inside) << at.x;
    sheet_.mode().hidden = true;
    draw();
    EXPECT_FALSE(read(navigator, {}).inside) << at.x;
    EXPECT_TRUE(read(navigator, moved_to(at)).inside) << "it is back";
  }
}

TEST_F(MouseAtRest, IsOnNoCellBelowAPage) {
  Navigator navigator;
  ASSERT_TRUE(read(navigator, moved_to({600, 250})).inside);
  sheet_.mode().hidden = true;
  draw();
  EXPECT_FALSE(read(navigator, {}, {{500, 200, 700, 300}}).inside);
}

TEST_F(MouseAtRest, IsOnItsCellAgainOnceAPageIsGone) {
  Navigator navigator;
  const Covered page{{500, 200, 700, 300}};
  EXPECT_FALSE(read(navigator, moved_to({600, 250}), page).inside);
  EXPECT_FALSE(read(navigator, {}, page).inside);
  EXPECT_TRUE(read(navigator, {}).inside);
}

}  // namespace
}  // namespace heteroscope
