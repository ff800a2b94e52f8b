// Shortcuts in the real program, on keyboards of several layouts.
#include <gtest/gtest.h>

#include "app/window/features/files/remember.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

/// Keys by where they lie, in X's numbers: an American keyboard has Z at 52, the slash at 61, Q at 24, A at 38, W
/// at 25.
struct Keyboard {
  const char* name;
  std::vector<std::string> layout;
  const char* undo;
  const char* quit;
  const char* other;  ///< where an American keyboard has one that quits, or undoes
};

/// How ctest lists it.
void PrintTo(const Keyboard& keyboard, std::ostream* out) {
  *out << keyboard.name;
}

class KeyboardWindow : public DrivenWindow, public ::testing::WithParamInterface<Keyboard> {
 protected:
  [[nodiscard]] Value span() {
    const auto settings = load_memory(program().memory(), catalog()).memory.settings;
    return settings ? settings->problem.parameters.at("span") : Value(0.0);
  }
  /// Zooms in; the span that is kept then.
  Value zoomed() {
    const Value before = span();
    program().click(4, 6);
    EXPECT_TRUE(wait_for([&] { return span() != before; })) << program().words();
    return span();
  }
};

TEST_P(KeyboardWindow, ShortcutsAreWhereTheLettersAre) {
  const std::string reason = program().lay_out_keyboard(GetParam().layout);
  if (reason.starts_with("setxkbmap is not")) GTEST_SKIP() << reason;
  ASSERT_EQ(reason, "");
  ASSERT_TRUE(program().start()) << program().words();
  program().move(640, 360);
  const Value first = zoomed();
  program().key(std::string("ctrl+") + GetParam().undo);
  ASSERT_TRUE(wait_for([&] { return span() > first; })) << "undone";
  program().key(std::string("ctrl+") + GetParam().other);
  zoomed();  // it is still there
  program().key(std::string("ctrl+") + GetParam().quit);
  const auto ended = program().wait_end(seconds(60));
  ASSERT_TRUE(ended) << program().words();
  EXPECT_EQ(ended->code, 0) << ended->output;
}

INSTANTIATE_TEST_SUITE_P(Layouts, KeyboardWindow,
                         ::testing::Values(Keyboard{"us", {"us"}, "52", "24", "61"},
                                           Keyboard{"de", {"de"}, "29", "24", "52"},
                                           Keyboard{"fr", {"fr"}, "25", "38", "24"},
                                           Keyboard{"dvorak", {"us", "dvorak"}, "61", "53", "24"},
                                           Keyboard{"ru", {"ru"}, "52", "24", "61"}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace heteroscope
