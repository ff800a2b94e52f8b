#include "app/window/shell/inbox.hpp"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <vector>

#include "app/window/model/actions/actions.hpp"

namespace heteroscope {
namespace {

KeyEvent tab(KeyEvent::Kind kind) {
  KeyEvent out;
  out.kind = kind;
  out.key = out.letter = GLFW_KEY_TAB;
  return out;
}

/// Returns the kinds of the keys that a frame takes while a person types.
std::vector<KeyEvent::Kind> taken(Inbox& inbox) {
  std::vector<KeyEvent::Kind> out;
  for (const KeyEvent& each : inbox.take_keys(ActionTable(), true)) out.push_back(each.kind);
  return out;
}

/// Else ImGui repeats a key that leads to the next field, where frames are slow.
TEST(Inbox, AKeyThatEndsTypingGoesUpInTheNextFrame) {
  using Kind = KeyEvent::Kind;
  Inbox inbox;
  for (const Kind each : {Kind::press, Kind::release, Kind::press}) inbox.keys.push_back(tab(each));
  EXPECT_EQ(taken(inbox), std::vector{Kind::press});
  EXPECT_EQ(taken(inbox), std::vector{Kind::release});
  for (int frame = 0; frame < 3; ++frame) EXPECT_EQ(taken(inbox), std::vector<Kind>()) << frame;
  EXPECT_EQ(taken(inbox), std::vector{Kind::press}) << "once the field has the keyboard";
}

}  // namespace
}  // namespace heteroscope
