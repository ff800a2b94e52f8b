#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "app/window/picture/navigator.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

/// The mouse over the whole set in a picture of 100 × 100 pixels; time passes only from frame to frame.
class HeldZoom : public ::testing::Test {
 protected:
  HeldZoom() {
    parts_.model.catalog = catalog();
    parts_.model.workload = &find_workload(catalog(), "mandelbrot");
    *parts_.model.edit() = default_settings(*parts_.model.workload);
    parts_.model.edit()->problem.size = {100, 100};
    parts_.view.area.size = {100, 100};
  }

  void frame(double passed_s, std::vector<MouseEvent> events = {}) {
    parts_.ui.now_s += passed_s;
    for (MouseEvent& each : events) each.time_s = parts_.ui.now_s;
    navigator_.take(parts_.ui, parts_.model, parts_.view, events, {}, false);
  }
  static MouseEvent event(MouseEvent::Kind kind, int modifiers = 0) {
    MouseEvent out;
    out.kind = kind;
    out.button = GLFW_MOUSE_BUTTON_RIGHT;
    out.at = {75, 50};
    out.modifiers = modifiers;
    return out;
  }
  [[nodiscard]] double span() { return shown_view(parts_.all()).span.to_double(); }
  [[nodiscard]] double under_mouse() {
    return plane_point(shown_view(parts_.all()), {100, 100}, {75, 50}, true).x.to_double();
  }

  WindowParts parts_;
  Navigator navigator_;
};

TEST_F(HeldZoom, ZoomsAsLongAsTheButtonIsHeldAboutTheMouse) {
  const double at = under_mouse();
  const double before = span();
  frame(1, {event(MouseEvent::Kind::press)});
  EXPECT_TRUE(navigator_.held());
  for (int i = 0; i < 10; ++i) frame(0.05);
  EXPECT_NEAR(span(), before * 0.5, before * 1e-6) << "by 4 in a second";
  EXPECT_NEAR(under_mouse(), at, 1e-6);
  frame(0, {event(MouseEvent::Kind::release)});
  const double after = span();
  frame(1);
  EXPECT_EQ(span(), after);
  EXPECT_FALSE(navigator_.held());
}

/// While a brush is held, automatic colors only grow.
TEST(HeldBrush, IsAStrokeUntilItIsLetGo) {
  WindowParts parts;
  parts.model.catalog = catalog();
  parts.model.workload = &find_workload(catalog(), "heat");
  *parts.model.edit() = default_settings(*parts.model.workload);
  parts.model.edit()->problem.parameters["n"] = 33;
  parts.view.area.size = {100, 100};
  Executor executor;
  const Plan planned = *plan(parts.model.settings(), catalog(), device::all()).plan;
  parts.view.frame = std::make_shared<const Frame>(*executor.execute(planned, WholeRun{}));
  Navigator navigator;
  const auto take = [&](MouseEvent::Kind kind) {
    MouseEvent event;
    event.kind = kind;
    event.button = GLFW_MOUSE_BUTTON_LEFT;
    event.at = {50, 50};
    navigator.take(parts.ui, parts.model, parts.view, {event}, {}, false);
    return parts.view.painting;
  };
  for (const MouseEvent::Kind end : {MouseEvent::Kind::release, MouseEvent::Kind::escape}) {
    EXPECT_FALSE(take(MouseEvent::Kind::move));
    EXPECT_TRUE(take(MouseEvent::Kind::press));
    EXPECT_TRUE(take(MouseEvent::Kind::move));
    EXPECT_FALSE(take(end));
  }
}

TEST_F(HeldZoom, WithShiftOut) {
  const double before = span();
  frame(1, {event(MouseEvent::Kind::press, GLFW_MOD_SHIFT)});
  for (int i = 0; i < 10; ++i) frame(0.05);
  EXPECT_NEAR(span(), before * 2, before * 1e-6);
}

TEST_F(HeldZoom, IsOneStepBack) {
  const View before = shown_view(parts_.all());
  frame(1, {event(MouseEvent::Kind::press)});
  for (int i = 0; i < 30; ++i) frame(0.05);
  frame(0, {event(MouseEvent::Kind::release)});
  EXPECT_EQ(parts_.model.views.back()->view, before);
  EXPECT_TRUE(parts_.model.views.empty());
}

TEST_F(HeldZoom, AFrameThatComesLateDoesNotLeap) {
  const double before = span();
  frame(1, {event(MouseEvent::Kind::press)});
  frame(60);
  EXPECT_GT(span(), before * 0.8);
}

TEST_F(HeldZoom, ANotchOfTheWheelZoomsAsFarAsIsPreferred) {
  for (const double notch : {1.25, 1.5, 2.0}) {
    parts_.ui.preferences.zoom_notch = notch;
    const double before = span();
    MouseEvent wheel = event(MouseEvent::Kind::wheel);
    wheel.wheel = 1;
    frame(1, {wheel});
    EXPECT_NEAR(span(), before / notch, before * 1e-6);
  }
}

}  // namespace
}  // namespace heteroscope
