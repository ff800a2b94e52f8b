#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/window/driven_program.hpp"

namespace heteroscope {

inline constexpr Size whole_window{1280, 720};  // the picture's size once Tab has hidden the panels

/// A place of the window at 1280x720.
struct At {
  int x, y;
};

/// A test that drives the real program in a virtual display.
class DrivenWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = DrivenProgram::unavailable(); !reason.empty()) GTEST_SKIP() << reason;
    program_.emplace();
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

  void click(At at) {
    program().move(at.x, at.y);
    program().click(1);
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
