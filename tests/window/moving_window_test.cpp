// A workload whose time goes on, in the real program in a virtual display.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class MovingWindow : public DrivenWindow {
 protected:
  std::string disks() {
    Settings settings = default_settings(find_workload(catalog(), "triangle"));
    settings.problem.parameters["n"] = 64;
    settings.problem.parameters["cost"] = 2;
    settings.problem.parameters["radius"] = 0.03;
    return saved(settings);
  }
  double exported_time() {
    const auto settings = program().exported();
    return settings ? static_cast<double>(settings->problem.parameters.at("time")) : std::nan("");
  }
};

TEST_F(MovingWindow, TheTimeGoesOnPausesStepsAndIsReset) {
  ASSERT_NO_FATAL_FAILURE(start({disks()}));
  EXPECT_EQ(exported_time(), 0);
  const auto began = std::chrono::steady_clock::now();
  program().key("r");
  EXPECT_TRUE(wait_for([&] { return exported_time() > 0.2; }));
  program().key("r");
  const double there = exported_time();
  EXPECT_LE(there, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  EXPECT_EQ(there, std::round(there * 1000) / 1000);
  std::this_thread::sleep_for(seconds(1));
  EXPECT_EQ(exported_time(), there);
  program().key("period");
  EXPECT_NEAR(exported_time(), there + 0.017, 0.0005);
  program().key("0");
  EXPECT_EQ(exported_time(), 0);
}

TEST_F(MovingWindow, ExportingWhileItRunsComesToAnEnd) {
  ASSERT_NO_FATAL_FAILURE(start({disks()}));
  program().key("r");
  const double first = exported_time();
  const double second = exported_time();
  EXPECT_LT(first, second);
}

TEST_F(MovingWindow, DisksAreDrawnAboveTheDiagonalUntilTheyAreSwitchedOff) {
  ASSERT_NO_FATAL_FAILURE(start({disks()}));
  // in the free corner: how many of some rows' pixels are not the backdrop's
  const auto drawn = [&] {
    const auto backdrop = program().pixel(1275, 715);
    int count = 0;
    for (const int y : {150, 300}) {
      for (int x = 900; x < 1260; x += 30) count += program().pixel(x, y) != backdrop ? 1 : 0;
    }
    return count;
  };
  const int before = drawn();
  EXPECT_EQ(before, 24);  // all of them: what is not a disk is the square behind them
  program().key("o");
  EXPECT_TRUE(wait_for([&] { return drawn() == 0; })) << drawn();
  program().key("o");
  EXPECT_TRUE(wait_for([&] { return drawn() == before; })) << drawn() << " of " << before;
}

}  // namespace
}  // namespace heteroscope
