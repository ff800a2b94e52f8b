// When the window is drawn while it computes or measures, on a clock that only its waiting moves; and who wakes it.
#include "app/window/shell/frame_wait.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <stop_token>
#include <utility>
#include <vector>

#include "app/window/feature/export_task.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/feature/measuring_task.hpp"
#include "app/window/feature/single_task.hpp"
#include "core/base/completion.hpp"
#include "core/run/engine/engine.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"
#include "tests/window/driven_program.hpp"

namespace heteroscope {
namespace {

constexpr double display_s = 1.0 / 60;

/// What happens at which time; nothing else moves its clock than waiting.
class Script final : public FrameEvents {
 public:
  std::vector<double> touches, completions;  ///< in their order
  double end_s = 1e9;

  [[nodiscard]] double now_s() override { return now_s_; }
  void wait(double longest_s) override {
    ++waits_;
    double until_s = now_s_ + longest_s;
    for (const std::vector<double>* const all : {&touches, &completions}) {
      const auto next = std::ranges::upper_bound(*all, now_s_);
      if (next != all->end()) until_s = std::min(until_s, *next);
    }
    touched_ = touched_ || any_in(touches, until_s);
    completed_ = completed_ || any_in(completions, until_s);
    now_s_ = until_s;
  }
  [[nodiscard]] bool touched() override { return touched_; }
  [[nodiscard]] bool completed() override { return completed_; }
  [[nodiscard]] bool ends() override { return now_s_ >= end_s; }

  void drawn() { touched_ = completed_ = false; }
  [[nodiscard]] int waits() const { return waits_; }

 private:
  [[nodiscard]] bool any_in(const std::vector<double>& all, double until_s) const {
    return std::ranges::any_of(all, [&](double at) { return at > now_s_ && at <= until_s; });
  }

  double now_s_ = 0;
  int waits_ = 0;
  bool touched_ = false, completed_ = false;
};

/// The times of the frames that are drawn until `end_s`.
std::vector<double> frames_of(Script& script, const std::function<FramePace()>& pace, double end_s = 10) {
  script.end_s = end_s;
  FrameWait frames(display_s);
  std::vector<double> out;
  while (true) {
    frames.wait(script, pace, std::nullopt);
    if (script.ends()) return out;
    script.drawn();
    out.push_back(frames.drawn_s());
  }
}

std::vector<double> frames_of(Script& script, FramePace pace) {
  return frames_of(script, [pace] { return pace; });
}

TEST(FrameWait, DrawsTwiceASecondWhileTimesAreMeasured) {
  Script script;
  const auto measuring = [] { return FramePace::measuring; };
  EXPECT_EQ(frames_of(script, measuring, 10.25).size(), 20U);
}

TEST(FrameWait, DrawsTenTimesASecondWhileSomethingIsComputed) {
  Script script;
  const std::size_t frames = frames_of(script, FramePace::computing).size();
  EXPECT_GE(frames, 98U);
  EXPECT_LE(frames, 100U);
}

TEST(FrameWait, DrawsAtTheDisplaysRateWhatMovesAndNothingAtRest) {
  Script moving;
  EXPECT_GT(frames_of(moving, FramePace::display).size(), 590U);
  Script still;
  EXPECT_TRUE(frames_of(still, FramePace::still).empty());
  EXPECT_LE(still.waits(), 101) << "it sleeps";
}

TEST(FrameWait, AHandIsFollowedWhateverIsMeasured) {
  for (const FramePace pace : {FramePace::still, FramePace::measuring, FramePace::computing}) {
    Script script;
    for (int i = 0; i < 200; ++i) script.touches.push_back(2.033 + 0.005 * i);
    const std::vector<double> frames = frames_of(script, pace);
    const auto during = std::ranges::count_if(frames, [](double at) { return at >= 2.033 && at < 3; });
    EXPECT_GE(during, 50) << "nearly at the display's rate, though the hand moves more often";
    EXPECT_LE(during, 66);
    EXPECT_TRUE(std::ranges::find(frames, 2.033) != frames.end()) << "the first movement is drawn at once";
  }
}

TEST(FrameWait, APictureIsDrawnAsSoonAsItIsThere) {
  Script script;
  script.completions = {1.234, 1.2341, 5.678};
  const std::vector<double> frames = frames_of(script, FramePace::computing);
  EXPECT_EQ(std::ranges::count(frames, 1.234), 1);
  EXPECT_EQ(std::ranges::count(frames, 1.2341), 0) << "no two frames are nearer than the display's";
  EXPECT_EQ(std::ranges::count(frames, 5.678), 1);
  Script at_rest;
  at_rest.completions = {4};
  EXPECT_EQ(frames_of(at_rest, FramePace::still), std::vector<double>{4});
}

TEST(FrameWait, WhatIsCompletedBesideDoesNotDisturbAMeasurement) {
  Script script;
  for (int i = 1; i < 1000; ++i) script.completions.push_back(0.01 * i);
  EXPECT_LE(frames_of(script, FramePace::measuring).size(), 20U);
  EXPECT_LE(script.waits(), 1100) << "it waits between them";
}

/// The pace is asked for again when it wakes: the last times are not half a second late.
TEST(FrameWait, TheEndOfAMeasurementIsDrawnAtOnce) {
  Script script;
  script.completions = {3.21};
  const std::vector<double> frames =
      frames_of(script, [&] { return script.now_s() < 3.21 ? FramePace::measuring : FramePace::still; });
  ASSERT_FALSE(frames.empty());
  EXPECT_EQ(frames.back(), 3.21);
  EXPECT_EQ(frames.size(), 7U);
}

TEST(FrameWait, IsDrawnWhenItIsDue) {
  Script script;
  FrameWait frames(display_s);
  frames.wait(
      script, [] { return FramePace::still; }, 2.5);
  EXPECT_EQ(frames.drawn_s(), 2.5);
  script.end_s = 2.6;
  frames.wait(
      script, [] { return FramePace::still; }, 9);
  EXPECT_EQ(frames.drawn_s(), 2.6) << "a window that closes waits no longer";
}

TEST(FramePace, WhatDisturbsTimesWaitsForThem) {
  EXPECT_EQ(pace_of({}), FramePace::still);
  EXPECT_EQ(pace_of({.moves = true}), FramePace::display);
  EXPECT_EQ(pace_of({.blinks = true}), FramePace::computing);
  EXPECT_EQ(pace_of({.moves = true, .blinks = true}), FramePace::display);
  EXPECT_EQ(pace_of({.measures = true, .blinks = true}), FramePace::measuring);
  EXPECT_EQ(pace_of({.computes = true, .moves = true}), FramePace::computing) << "a cursor blinks slower meanwhile";
  EXPECT_EQ(pace_of({.measures = true, .computes = true, .moves = true}), FramePace::measuring);
  EXPECT_EQ(pace_of({.pictured = true, .measures = true, .moves = true}), FramePace::computing);
  EXPECT_EQ(pace_of({.touched = true, .pictured = true, .measures = true}), FramePace::display);
}

/// Calls `look` at each announcement, on the thread that announces.
class Listening {
 public:
  explicit Listening(std::function<void()> look) {
    look_ = std::move(look);
    listen_for_completions([] {
      const std::lock_guard lock(mutex_);
      look_();
    });
  }
  ~Listening() { listen_for_completions(nullptr); }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

  /// Whether, within a minute, `heard` was true at an announcement.
  template <class Heard>
  static bool wait(const Heard& heard) {
    return wait_for([&] {
      const std::lock_guard lock(mutex_);
      return heard();
    });
  }

 private:
  static inline std::mutex mutex_;
  static inline std::function<void()> look_;
};

TEST(Completion, ALatestTaskAnnouncesResultsAndItsEnd) {
  LatestTask<int, int> task([](int request, const std::stop_token&, const LatestTask<int, int>::Publish& publish) {
    for (int i = 1; i <= request; ++i) publish(std::make_shared<const int>(i));
  });
  std::vector<std::pair<int, bool>> seen;
  const Listening listening([&] { seen.emplace_back(task.newest() == nullptr ? 0 : *task.newest(), task.busy()); });
  task.want(2);
  ASSERT_TRUE(Listening::wait([&] { return seen.size() == 3; }));
  EXPECT_EQ(seen, (std::vector<std::pair<int, bool>>{{1, true}, {2, true}, {2, false}}));
}

TEST(Completion, ASingleTaskAnnouncesWhatItHasMade) {
  SingleTask<int> task;
  std::optional<int> seen;
  const Listening listening([&] { seen = task.busy() ? std::nullopt : task.take(); });
  task.start([] { return 7; }, [](const Failure&) { return 0; });
  EXPECT_TRUE(Listening::wait([&] { return seen == 7; }));
}

struct Counting : MeasuringTask<int> {
  ~Counting() { stop(); }
  void start() {
    begin({}, 0, "", [this] {
      for (int i = 0; i < 100; ++i) change([](int& made) { ++made; });
    });
  }
};

TEST(Completion, AMeasurementAnnouncesItsEndAlone) {
  Counting task;
  std::vector<std::pair<int, bool>> seen;
  const Listening listening([&] { seen.emplace_back(*task.measured(), task.running()); });
  task.start();
  ASSERT_TRUE(Listening::wait([&] { return !seen.empty(); }));
  EXPECT_EQ(seen, (std::vector<std::pair<int, bool>>{{100, false}}));
}

TEST(Completion, TheEngineAnnouncesPicturesAndFailures) {
  Engine engine(catalog());
  bool picture = false;
  bool refused = false;
  const Listening listening([&] {
    const EngineProgress now = engine.progress();
    picture = picture || (now.frame != nullptr && !now.coarse && !now.busy);
    refused = refused || (!now.refusal.empty() && !now.busy);
  });
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.problem.size = {32, 24};
  engine.request({.settings = settings});
  EXPECT_TRUE(Listening::wait([&] { return picture; }));
  settings.execution.variants["escape"].cpu = "there is none of this name";
  engine.request({.settings = settings});
  EXPECT_TRUE(Listening::wait([&] { return refused; }));
}

TEST(Completion, AnExportAnnouncesItsFile) {
  const testing::TemporaryFolder folder;
  const testing::SetVariable exports("HETEROSCOPE_EXPORT_DIR", folder.path());
  ExportTask task;
  std::size_t written = 0;
  const Listening listening([&] { written += task.left() == 0 ? task.take().size() : 0; });
  task.start("file", ".txt", [](const Append& append) { append({}); });
  EXPECT_TRUE(Listening::wait([&] { return written == 1; }));
}

}  // namespace
}  // namespace heteroscope
