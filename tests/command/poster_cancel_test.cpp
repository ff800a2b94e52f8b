#include <gtest/gtest.h>
#include <stop_token>

#include "app/production/movie/keyframes.hpp"
#include "app/production/movie/movie.hpp"
#include "app/production/movie/zoom_map.hpp"
#include "app/production/poster/poster.hpp"
#include "core/model/settings/settings.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

/// A poster whose end is asked for right after it was asked whether to go on with a piece, counted by such questions.
class Cancelled : public ::testing::Test {
 protected:
  /// Of 16 pieces; asked for at question `at`.
  Made run(Settings settings, const std::string& out, int at) {
    settings.problem.size = {64, 64};
    settings.execution.processor = Processor::cpu;
    return asked_at(
        at,
        *make_poster(
            {.settings = std::move(settings), .out = folder_.path() / out, .tile = Size{16, 16}, .waiter = anew()}));
  }
  /// Of four frames.
  Made run_frames(const std::string& out, int at) {
    return asked_at(
        at, *make_movie({.keys = zoom(), .frames = 4, .rate = 30, .out = folder_.path() / out, .waiter = anew()}));
  }
  Made run_map(const std::string& out, int at) {
    return asked_at(at, *make_zoom_map(zoom(), folder_.path() / out, anew()));
  }
  [[nodiscard]] static Settings of(const std::string& workload) {
    return default_settings(find_workload(catalog(), workload));
  }
  [[nodiscard]] int questions() const { return questions_; }

 private:
  static KeyFrames zoom() {
    Settings from = of("mandelbrot");
    from.problem.size = {64, 64};
    from.execution.processor = Processor::cpu;
    from.look.automatic = false;
    from.look.low = 0;
    from.look.high = 9;
    Settings to = from;
    to.problem.parameters["span"] = Decimal::parse("0.1");
    return recorded_key_frames({from, to});
  }
  Waiter anew() {
    asked_ = {};
    return {.stop = asked_.get_token()};
  }
  Made asked_at(int question, Production& production) {
    questions_ = 0;
    return production.run([&](const ProductionStep&) {
      if (++questions_ == question) asked_.request_stop();
      return true;
    });
  }

  testing::TemporaryFolder folder_;
  std::stop_source asked_;
  int questions_ = 0;
};

TEST_F(Cancelled, NoFurtherPieceIsComputed) {
  for (const char* const workload : {"mandelbrot", "blur", "transpose"}) {
    SCOPED_TRACE(workload);
    const Made made = run(of(workload), std::string(workload) + ".npy", 3);
    EXPECT_FALSE(made.finished);
    EXPECT_TRUE(made.kept);
    EXPECT_EQ(questions(), 3) << "piece 3 was under way, and nobody is asked for piece 4";
    EXPECT_TRUE(made.line.starts_with("2 of 16 pieces of ")) << made.line;
  }
}

TEST_F(Cancelled, NoFurtherSampleIsComputed) {
  Settings settings = of("mandelbrot");
  settings.look.samples = 256;
  const Made made = run(settings, "a.png", 1);
  EXPECT_FALSE(made.finished);
  EXPECT_FALSE(made.kept);
  EXPECT_EQ(questions(), 1);
}

TEST_F(Cancelled, NoFurtherPieceIsLookedAt) {
  const Made made = run(of("binarize"), "a.npy", 5);
  EXPECT_FALSE(made.finished);
  EXPECT_EQ(questions(), 5);
}

TEST_F(Cancelled, NoFurtherFrameIsComputed) {
  const Made made = run_frames("f%d.png", 3);
  EXPECT_FALSE(made.finished);
  EXPECT_TRUE(made.kept);
  EXPECT_EQ(questions(), 3);
  EXPECT_TRUE(made.line.starts_with("2 of 4 frames of ")) << made.line;
}

TEST_F(Cancelled, NoFurtherSquareOfAMapIsComputed) {
  const Made made = run_map("map.png", 2);
  EXPECT_FALSE(made.finished);
  EXPECT_EQ(questions(), 2);
  EXPECT_TRUE(made.line.starts_with("1 of ")) << made.line;
}

TEST_F(Cancelled, NobodyAskedItComesToItsEnd) {
  const Made made = run(of("mandelbrot"), "a.npy", 0);
  EXPECT_TRUE(made.finished);
  EXPECT_EQ(questions(), 16);
}

}  // namespace
}  // namespace heteroscope
