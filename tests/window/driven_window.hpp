#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/model/schema/settings_json.hpp"
#include "core/process/find_program.hpp"
#include "kernels/registry.hpp"
#include "tests/watched/drawn_words.hpp"
#include "tests/window/driven_program.hpp"
#include "tests/window/noted_opener.hpp"

namespace heteroscope {

/// Red, green and blue of a pixel on the screen.
using Color = std::array<int, 3>;
inline constexpr Color white{255, 255, 255};
inline constexpr Color black{0, 0, 0};

inline constexpr Size whole_window{1280, 720};  // the picture's size once Tab has hidden the panels

/// A place of the picture at 1280x720, which has all of the window once the panels are hidden.
struct At {
  int x, y;
};

/// A test that drives the real program in a virtual display.
class DrivenWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = DrivenProgram::unavailable(); !reason.empty()) GTEST_SKIP() << reason;
    program_.emplace();
    program_->use(HETEROSCOPE_WATCHED);
  }

  /// Starts and hides the panels, so that the window's coordinates are the picture's.
  void start(const std::vector<std::string>& arguments = {}) {
    ASSERT_TRUE(program().start(arguments)) << program().words();
    program().key("Tab");
    const auto settings = program().exported();
    ASSERT_TRUE(settings) << program().words();
    ASSERT_TRUE(settings->problem.source.id == "file" || settings->problem.size == whole_window);
    initial_ = *settings;
  }

  /// Chooses the limit of iterations by hand, as it is: no view brings another one from then on, some frames after it
  /// has come.
  void hold_limit() {
    program().key("bracketright");
    program().key("bracketleft");
  }

  void click(At at) {
    program().move(at.x, at.y);
    program().click(1);
  }

  /// Words of that text that stand still where they are, in an ImGui window whose name has `window` in it; nothing if
  /// there are none for a while. Those that begin with the text count where none are equal to it.
  std::optional<ShownWords> words(const std::string& text, const std::string& window = {}) {
    return at_rest([&](const std::vector<ShownWords>& all) {
      std::optional<ShownWords> begins;
      for (const ShownWords& each : all) {
        if (each.window.find(window) == std::string::npos) continue;
        if (each.text == text) return std::optional(each);
        if (!begins && each.text.starts_with(text)) begins = each;
      }
      return begins;
    });
  }
  /// The beginning of what is said of a person's function that a signal has stopped in that line, which is named where
  /// binutils' addr2line is installed.
  static std::string stopped_in(const std::string& file, int line) {
    const std::string place = find_program("addr2line").empty() ? "" : ":" + std::to_string(line);
    return file + place + ": it was stopped by signal";
  }
  /// The words next to the right of those that begin so: what a control of a panel shows that has its name before it.
  std::optional<ShownWords> words_beside(const std::string& name, const std::string& window = "##left") {
    return at_rest([&](const std::vector<ShownWords>& all) {
      std::optional<ShownWords> out;
      const auto label = std::ranges::find_if(
          all, [&](const ShownWords& each) { return each.window == window && each.text.starts_with(name); });
      if (label == all.end()) return out;
      for (const ShownWords& each : all) {
        const bool beside = each.window == label->window && each.left > label->right && each.top < label->y() &&
                            each.bottom > label->y();
        if (beside && (!out || each.left < out->left)) out = each;
      }
      return out;
    });
  }
  /// What `find` finds once it finds the same in two frames.
  template <class Find>
  std::optional<ShownWords> at_rest(Find find) {
    std::optional<ShownWords> now;
    const auto stands_still = [&] {
      now = find(program().shown());
      if (!now) return false;
      program().draw_frames(1);
      return now == find(program().shown());
    };
    return wait_for(stands_still) ? now : std::nullopt;
  }
  /// False: there are none.
  bool click(const std::optional<ShownWords>& at) {
    if (at) click(At{at->x(), at->y()});
    return at.has_value();
  }
  bool click_words(const std::string& text, const std::string& window = {}) { return click(words(text, window)); }

  /// Gives the program a desktop whose opener notes what it is given, and whose file manager does not answer.
  testing::NotedOpener put_opener() {
    const testing::NotedOpener opener(program().folder());
    opener.put();
    opener.put_silent_file_manager();
    program().set("PATH", opener.bin().string() + ":" + std::getenv("PATH"));
    return opener;
  }

  /// A file to start from.
  std::string saved(const Settings& settings) {
    const auto path = program().folder() / "start.json";
    std::ofstream(path) << to_json(settings, catalog());
    return path.string();
  }

  DrivenProgram& program() { return *program_; }
  [[nodiscard]] const Settings& initial() const { return initial_; }

 private:
  std::optional<DrivenProgram> program_;
  Settings initial_;
};

}  // namespace heteroscope
