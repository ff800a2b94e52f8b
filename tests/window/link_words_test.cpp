#include "app/window/model/times/link_words.hpp"

#include <gtest/gtest.h>

#include "app/window/model/times/retries.hpp"
#include "kernels/registry.hpp"
#include "tests/window/sheet.hpp"

/// What the window says of a link, and when it tries a lost one again, by a clock that the test moves.
namespace heteroscope {
namespace {

FrameSample sample_from_elsewhere() {
  FrameSample out;
  out.machine = "server";
  out.timing.total = 3;
  out.timing.pack = 1;
  out.timing.link = 60;
  out.timing.unpack = 2;
  out.timing.display = 4;
  out.crossing = Crossing{.speed = {.delay_ms = 50, .bytes_per_s = 2.5e6}, .bytes = 2048, .packed = true};
  return out;
}

TEST(LinkWords, SayWhatAFrameTookThereOnItsWayAndHere) {
  const FrameSample sample = sample_from_elsewhere();
  EXPECT_EQ(link_text(sample), "server: round trip 50.00 ms, 2.500 MB/s");
  EXPECT_EQ(link_costs_text(sample), "there 4.000 ms, link 60.00 ms, here 6.000 ms");
  EXPECT_NE(link_help(sample).find("2.0 KiB were sent, packed without loss."), std::string::npos);
  EXPECT_DOUBLE_EQ(sample.whole_ms(), 70);
}

TEST(LinkWords, AreNoneOfFramesThatWereComputedHere) {
  EXPECT_EQ(link_text({}), "");
  EXPECT_EQ(link_costs_text({}), "");
  EXPECT_EQ(link_help({}), "");
}

TEST(LinkTime, IsAColumnOfTheFramesAsCsv) {
  FrameHistory frames;
  frames.add(sample_from_elsewhere());
  const std::string csv = frames.csv({}, [](const std::string&) { return std::nullopt; });
  const auto columns = [](const std::string& line) { return std::ranges::count(line, ','); };
  const std::size_t end = csv.find('\n');
  EXPECT_NE(csv.find("pack_ms,link_ms,unpack_ms"), std::string::npos);
  EXPECT_EQ(columns(csv.substr(0, end)), columns(csv.substr(end + 1)));
}

TEST(RetriesOfLinks, ComeAfterPausesThatGrowAndOnceEach) {
  Retries retries;
  double now_s = 10;
  EXPECT_FALSE(retries.is_due(true, now_s));
  for (const double pause_s : {1, 2, 4, 8}) {
    ASSERT_TRUE(retries.next_s());
    EXPECT_DOUBLE_EQ(*retries.next_s(), now_s + pause_s);
    EXPECT_FALSE(retries.is_due(true, now_s + pause_s / 2));
    now_s += pause_s;
    EXPECT_TRUE(retries.is_due(true, now_s));
    EXPECT_FALSE(retries.next_s()) << "it is asked";
    EXPECT_FALSE(retries.is_due(true, now_s)) << "it has failed again";
  }
}

TEST(RetriesOfLinks, BeginAnewOnceThereWasAnAnswer) {
  Retries retries;
  EXPECT_FALSE(retries.is_due(true, 0));
  EXPECT_TRUE(retries.is_due(true, 1));
  EXPECT_FALSE(retries.is_due(false, 2));
  EXPECT_FALSE(retries.next_s());
  EXPECT_FALSE(retries.is_due(true, 5));
  EXPECT_DOUBLE_EQ(*retries.next_s(), 6);
}

class LostLinkWords : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
    sheet_.choose(find_workload(catalog(), "laplace"));
    sheet_.ui().now_s = 100;
    sheet_.view().progress.failure = {Failure::Kind::unreachable, "server: the link was lost"};
  }
  bool says(std::string_view words) {
    sheet_.draw({1280, 720});
    return std::ranges::any_of(drawn_words(), [&](const DrawnWords& each) {
      return std::string_view(each.text).find(words) != std::string_view::npos;
    });
  }

  SheetWindow sheet_{1};
};

TEST_F(LostLinkWords, SayWhenTheMachineIsAskedAgain) {
  sheet_.view().asked_again_s = 103.5;
  EXPECT_TRUE(says("server: the link was lost; trying again in 4 s"));
  sheet_.view().asked_again_s.reset();
  EXPECT_TRUE(says("; trying again"));
}

TEST_F(LostLinkWords, SayNothingOfThatOnceAPersonHasEndedIt) {
  sheet_.view().canceled = true;
  EXPECT_TRUE(says("server: the link was lost"));
  EXPECT_FALSE(says("trying again"));
}

}  // namespace
}  // namespace heteroscope
