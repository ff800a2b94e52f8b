// What is copied and pasted in the real program, beside other programs that answer or do not.
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>

#include "app/window/features/files/remember.hpp"
#include "core/io/png/png.hpp"
#include "tests/window/clipboard_owner.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class ClipboardWindow : public DrivenWindow {
 protected:
  Values now() {
    const auto settings = program().exported();
    return settings ? settings->problem.parameters : Values{};
  }

  /// Ctrl+Q, and its end.
  void expect_end() {
    program().key("ctrl+q");
    const auto ended = program().wait_end(seconds(60));
    ASSERT_TRUE(ended) << "it does not end";
    EXPECT_EQ(ended->code, 0) << ended->output;
  }
};

TEST_F(ClipboardWindow, AnOwnerThatDoesNotAnswerKeepsNothingWaiting) {
  ASSERT_NO_FATAL_FAILURE(start());
  const ClipboardOwner silent(program().display(), "CLIPBOARD", std::nullopt);
  program().key("ctrl+v");
  ASSERT_TRUE(wait_for([&] { return silent.requests() == 1; })) << program().words();
  program().key("bracketright");
  EXPECT_NE(now(), initial().problem.parameters) << "the window goes on";
  expect_end();
}

TEST_F(ClipboardWindow, ATextFieldDoesNotWaitEither) {
  ASSERT_NO_FATAL_FAILURE(start());
  const ClipboardOwner silent(program().display(), "CLIPBOARD", std::nullopt);
  program().key("ctrl+o");
  program().key("ctrl+v");
  ASSERT_TRUE(wait_for([&] { return silent.requests() > 0; })) << program().words();
  program().type("heteroscope render mandelbrot --set span=0.5");
  program().key("Return");
  EXPECT_TRUE(wait_for([&] { return now().at("span") == 0.5; })) << program().words();
  EXPECT_EQ(silent.requests(), 1) << "a press is one";
  expect_end();
}

TEST_F(ClipboardWindow, ASignalIsHeardWhileItWaits) {
  ASSERT_NO_FATAL_FAILURE(start());
  const ClipboardOwner silent(program().display(), "CLIPBOARD", std::nullopt);
  program().key("bracketright");
  const Values changed = now();
  program().key("ctrl+v");
  ASSERT_TRUE(wait_for([&] { return silent.requests() == 1; })) << program().words();
  program().signal(SIGTERM);
  const auto ended = program().wait_end(seconds(60));
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 0) << ended->output;
  EXPECT_EQ(load_memory(program().memory(), catalog()).memory.settings->problem.parameters, changed);
}

TEST_F(ClipboardWindow, AClipboardManagerThatDoesNotAnswerDoesNotKeepItFromEnding) {
  ASSERT_NO_FATAL_FAILURE(start());
  const ClipboardOwner silent(program().display(), "CLIPBOARD_MANAGER", std::nullopt);
  program().key("ctrl+shift+l");
  ASSERT_TRUE(wait_for([&] { return clipboard_of(program().display()).has_value(); }));
  ASSERT_NO_FATAL_FAILURE(expect_end());
  EXPECT_EQ(silent.requests(), 1) << "it was asked to take what was copied";
}

TEST_F(ClipboardWindow, OthersGetWhatWasCopied) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("ctrl+shift+l");
  EXPECT_TRUE(wait_for([&] {
    const auto text = clipboard_of(program().display());
    return text && text->find("span") != std::string::npos;
  })) << clipboard_of(program().display()).value_or("nothing");
}

TEST_F(ClipboardWindow, ALargeTextComesInPieces) {
  ASSERT_NO_FATAL_FAILURE(start());
  const std::string text = "--set span=0.5" + std::string(300'000, ' ') + "--set center_re=-1";
  const ClipboardOwner owner(program().display(), "CLIPBOARD", text, 50'000);
  program().key("ctrl+v");
  EXPECT_TRUE(wait_for([&] {
    const Values values = now();
    return values.at("span") == 0.5 && values.at("center_re") == -1;
  })) << program().words();
}

TEST_F(ClipboardWindow, APictureIsPastedAsTheSource) {
  ASSERT_NO_FATAL_FAILURE(start());
  const std::vector<std::byte> png = encode_png({{3, 2}, Pixels(6, 0xff1080f0U)}, {});
  const ClipboardOwner owner(program().display(), "CLIPBOARD",
                             std::string(reinterpret_cast<const char*>(png.data()), png.size()), 0, "image/png");
  program().key("ctrl+v");
  // it is kept as a file, which must not be taken for the export that comes next
  const auto is_kept = [&] {
    return std::ranges::any_of(program().exports(".png"), [](const std::filesystem::path& each) {
      return each.filename().string().starts_with("heteroscope-pasted");
    });
  };
  ASSERT_TRUE(wait_for(is_kept)) << program().words();
  EXPECT_TRUE(wait_for([&] {
    const auto now = program().exported();
    return now && now->problem.workload == "blur" && now->problem.size == Size{3, 2} &&
           now->problem.source.file.find("heteroscope-pasted") != std::string::npos;
  })) << program().words();
}

TEST_F(ClipboardWindow, TheSecondInterruptEndsItWhereTheDisplayHangs) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().stop_display();
  const auto pending = [&] {
    std::ifstream file("/proc/" + std::to_string(program().process()) + "/status");
    for (std::string line; std::getline(file, line);) {
      if (line == "ShdPnd:\t0000000000000000") return false;
    }
    return true;
  };
  program().signal(SIGTERM);
  ASSERT_TRUE(wait_for([&] { return !pending(); }));
  program().signal(SIGINT);
  const auto ended = program().wait_end(seconds(60));
  ASSERT_TRUE(ended) << "it hangs with the display";
  EXPECT_EQ(ended->code, 128 + SIGINT) << ended->output;
}

}  // namespace
}  // namespace heteroscope
