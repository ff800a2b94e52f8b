// What the window keeps of a person's file and its saves.
#include "app/window/features/own/own_history.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <string>

#include "core/own/own_variants.hpp"
#include "kernels/registry.hpp"
#include "tests/window/transpose_text.hpp"

namespace heteroscope {
namespace {

class Histories : public ::testing::Test {
 protected:
  CompiledSave save(const std::string& text, bool goes_back = false) const {
    return {.order = {.path = history.path(), .text = text, .goes_back = goes_back}, .ms = 35.2};
  }
  CompiledSave refused(const std::string& text) const {
    CompiledSave out = save(text);
    out.why = "/home/anna/mine.cpp:12:5: error: 'x' was not declared";
    out.messages = {{.file = "/home/anna/mine.cpp", .place = {12, 5}, .text = "'x' was not declared"}};
    return out;
  }
  static Settings problem(double span) {
    Settings out;
    out.problem.parameters["span"] = span;
    return out;
  }

  OwnHistory history{"/home/anna/mine.cpp"};
};

TEST_F(Histories, TheStateIsSaidAsItIs) {
  EXPECT_EQ(history.state_text(), "mine.cpp is being compiled");
  history.take(save("one"));
  EXPECT_EQ(history.state_text(), "mine.cpp compiled in 35 ms");
  history.begin();
  EXPECT_EQ(history.state_text(), "mine.cpp is being compiled");
  history.take(refused("two"));
  EXPECT_EQ(history.state_text(), "mine.cpp does not compile: line 12: 'x' was not declared");
  history.lose("/home/anna/mine.cpp is gone");
  EXPECT_EQ(history.state_text(), "/home/anna/mine.cpp is gone; the last save that compiled stays in use");
  CompiledSave kept = save("three");
  kept.from_cache = true;
  history.take(kept);
  EXPECT_EQ(history.state_text(), "mine.cpp is in use; it had been compiled before") << "it took no time now";
}

TEST_F(Histories, WhatIsNotTheTextsFaultIsSaidInItsOwnWords) {
  CompiledSave none = save("one");
  none.why = "there is no C++ compiler here";
  history.take(none);
  EXPECT_EQ(history.state_text(), "mine.cpp: there is no C++ compiler here");
  EXPECT_TRUE(history.was_never_good());
  history.take(save("one"));
  EXPECT_FALSE(history.was_never_good());
}

TEST_F(Histories, OnlySavesThatCompileAreKeptNewestFirst) {
  for (const char* const text : {"one", "two"}) history.take(save(text));
  history.take(refused("three"));
  ASSERT_EQ(history.saves().size(), 2U);
  EXPECT_EQ(history.saves().front().text, "two");
  EXPECT_EQ(history.present()->text, "two") << "it computes on";
  EXPECT_EQ(history.messages().size(), 1U);
  history.take(save("one", true));
  EXPECT_EQ(history.saves().size(), 2U) << "going back is no save";
  EXPECT_EQ(history.present()->number, 1);
  EXPECT_TRUE(history.messages().empty());
  history.take(save("one"));
  EXPECT_EQ(history.saves().size(), 2U) << "nor is the text that computes already";
  history.take(save("two"));
  EXPECT_EQ(history.saves().size(), 2U) << "nor is the newest save, saved again after a person has gone back from it";
  EXPECT_EQ(history.present()->number, 2);
  history.take(save("one"));
  EXPECT_EQ(history.saves().size(), 3U) << "an older text saved again is one";
  EXPECT_EQ(history.present()->number, 3);
}

/// A picture of a processor at rest takes many times as long.
TEST_F(Histories, MeasuredRunsGoBeforePictures) {
  const OwnVariant& variant = own_variants().add("/nowhere/measured.cpp", testing::transpose_text("image.in(x, y)"));
  const auto take = [&](const std::string& text) {
    CompiledSave taken = save(text);
    taken.variant = &variant;
    history.take(taken);
  };
  const auto time = [&](double ms) {
    return SaveTime{.variant = &variant.variant(),
                    .how = problem(1),
                    .time = VariantTime{.ms = {.median = ms, .count = 20}, .interval = Interval{ms, ms}}};
  };
  take("one");
  history.note_frame("one", 9.7, problem(1));
  EXPECT_FALSE(history.present()->is_measured());
  history.note_time(time(0.5));
  EXPECT_TRUE(history.present()->is_measured());
  EXPECT_DOUBLE_EQ(*history.present()->median_ms(), 0.5);
  EXPECT_DOUBLE_EQ(history.present()->interval_ms()->high, 0.5);
  history.note_frame("one", 4.0, problem(1));
  EXPECT_DOUBLE_EQ(*history.present()->median_ms(), 0.5);
  history.note_frame("one", 4.0, problem(2));
  EXPECT_DOUBLE_EQ(*history.present()->median_ms(), 4.0) << "another problem has not been measured";
}

TEST_F(Histories, APictureIsNoChangeOfAMeasuredTime) {
  OwnSave before{.times = SaveTimes{.how = problem(1), .ms = {9.7}}};
  OwnSave after{.times = SaveTimes{.how = problem(1), .ms = {4.0}}};
  EXPECT_TRUE(change(before, after));
  before.measured = SaveTime{.how = problem(1), .time = VariantTime{.ms = {.median = 0.5}}};
  EXPECT_FALSE(change(before, after));
  after.measured = SaveTime{.how = problem(1), .time = VariantTime{.ms = {.median = 0.25}}};
  EXPECT_DOUBLE_EQ(*change(before, after), -0.5);
}

TEST_F(Histories, WhatASavePrintsIsKeptWithIt) {
  history.take(save("one"));
  history.note_printed("one", {.first = {"hello"}, .more = 3});
  history.note_printed("another", {.first = {"lost"}});
  EXPECT_EQ(history.printed(), (PrintedLines{.first = {"hello"}, .more = 3}));
  history.take(save("two"));
  EXPECT_TRUE(history.printed().empty());
  history.note_printed("one", {.first = {"again"}});
  history.take(save("one", true));
  EXPECT_EQ(history.printed(), (PrintedLines{.first = {"hello", "again"}, .more = 3}));
}

TEST_F(Histories, TheOldestOfManyAreForgotten) {
  const auto more = static_cast<int>(OwnHistory::most_saves) + 3;
  for (int i = 1; i <= more; ++i) history.take(save(std::to_string(i)));
  EXPECT_EQ(history.saves().size(), OwnHistory::most_saves);
  EXPECT_EQ(history.saves().front().number, more);
  EXPECT_EQ(history.saves().back().text, "4");
}

/// A frame takes one step, or all that another process had taken before.
TEST_F(Histories, TimesOfAnIterationAreThoseOfAStep) {
  history.take(save("one"));
  history.note_frame("one", 6, problem(1), {}, {}, 2);
  history.take(save("two"));
  history.note_frame("two", 3000, problem(1), {}, {}, 1000);
  EXPECT_DOUBLE_EQ(*history.saves().front().median_ms(), 3);
  EXPECT_DOUBLE_EQ(*change(history.saves().back(), history.saves().front()), 0);
}

TEST_F(Histories, TimesOfOneProblemAreCompared) {
  history.take(save("one"));
  for (const double ms : {5.0, 4.0, 9.0}) history.note_frame("one", ms, problem(1));
  history.take(save("two"));
  EXPECT_FALSE(history.saves().front().median_ms());
  EXPECT_FALSE(change(history.saves().back(), history.saves().front()));
  history.note_frame("two", 4.0, problem(1));
  EXPECT_DOUBLE_EQ(*change(history.saves().back(), history.saves().front()), -0.2);
  history.note_frame("two", 1.0, problem(2));
  EXPECT_DOUBLE_EQ(*history.saves().front().median_ms(), 1.0) << "times of another problem do not mix with those";
  EXPECT_FALSE(change(history.saves().back(), history.saves().front()));
  history.note_frame("unknown", 1.0, problem(2));
}

TEST_F(Histories, ASaveThatFailsIsNotComparedWith) {
  history.take(save("one"));
  history.note_frame("one", 5, problem(1));
  history.take(save("two"));
  history.note_fault("mine.cpp: it was stopped by signal 11, Segmentation fault");
  history.take(save("three"));
  history.note_frame("three", 4, problem(1));
  const OwnSave& newest = history.saves().front();
  ASSERT_NE(history.timed_before(newest), nullptr);
  EXPECT_EQ(history.timed_before(newest)->number, 1);
  EXPECT_EQ(history.timed_before(history.saves().back()), nullptr);
}

TEST_F(Histories, ASaveAgreesWithTheReferenceOrNot) {
  history.take(save("one"));
  EXPECT_FALSE(history.saves().front().check);
  history.note_check("one", {.compared = 24});
  ASSERT_TRUE(history.saves().front().check);
  EXPECT_EQ(history.saves().front().check->compared, 24);
  EXPECT_EQ(history.wrong(), "");
  history.take(save("two"));
  EXPECT_EQ(history.wrong(), "");
  history.note_check("two", {.wrong = "mine.cpp: fp32: 3 values differ"});
  EXPECT_EQ(history.wrong(), "mine.cpp: fp32: 3 values differ");
  history.note_check("unknown", {.wrong = "mine.cpp: fp32: 4 values differ"});
  history.take(save("one", true));
  EXPECT_EQ(history.wrong(), "") << "the save that computes agrees";
}

TEST_F(Histories, OneSaveSaysHowFarItsComparisonIsAndOthersWait) {
  for (const char* const text : {"one", "two", "three"}) history.take(save(text));
  history.note_check("one", {.compared = 24});
  history.note_check_progress("three", "5 of 24 cases");
  EXPECT_EQ(history.saves()[0].check_progress, "5 of 24 cases");
  EXPECT_EQ(history.saves()[1].check_progress, "not compared yet");
  EXPECT_EQ(history.saves()[2].check_progress, "") << "it is compared";
  EXPECT_EQ(history.saves()[2].check->compared, 24) << "what was found before stays";
  history.note_check("three", {.compared = 24});
  history.note_check_progress("two", "0 of 24 cases");
  EXPECT_EQ(history.saves()[0].check_progress, "");
  EXPECT_EQ(history.saves()[1].check_progress, "0 of 24 cases");
}

TEST_F(Histories, SavesInQuickSuccessionAreAllComparedTheOneThatComputesFirst) {
  for (const char* const text : {"one", "two", "three"}) history.take(save(text));
  history.take(save("one", true));
  for (const char* const next : {"one", "three", "two"}) {
    ASSERT_NE(history.next_to_check(), nullptr) << next;
    EXPECT_EQ(history.next_to_check()->text, next);
    history.note_check(next, {.compared = 24});
  }
  EXPECT_EQ(history.next_to_check(), nullptr);
}

TEST_F(Histories, SavesOfOneTextAreComparedAtOnce) {
  for (const char* const text : {"one", "two", "one"}) history.take(save(text));
  history.note_check("one", {.compared = 24});
  EXPECT_TRUE(history.saves().front().check);
  EXPECT_TRUE(history.saves().back().check);
  EXPECT_EQ(history.next_to_check()->text, "two");
}

TEST_F(Histories, ASaveThatFailsIsNotComparedUntilItComputes) {
  for (const char* const text : {"one", "two"}) history.take(save(text));
  history.note_fault("mine.cpp: it was ended");
  EXPECT_EQ(history.next_to_check()->text, "one");
  history.take(save("three"));
  history.note_check("three", {.compared = 24});
  history.note_check("one", {.compared = 24});
  EXPECT_EQ(history.next_to_check(), nullptr) << "the second would only fail again";
  history.note_frame("two", 1, problem(1));
  ASSERT_NE(history.next_to_check(), nullptr);
  EXPECT_EQ(history.next_to_check()->text, "two");
}

TEST(NextChecks, WhatComputesGoesBeforeEarlierSavesOfAnyFile) {
  std::deque<OwnHistory> files;
  EXPECT_EQ(next_check(files, "").save, nullptr);
  for (const char* const path : {"/home/anna/a.cpp", "/home/anna/b.cpp"}) {
    OwnHistory& file = files.emplace_back(path);
    for (const char* const text : {"earlier", "now"}) file.take({.order = {.path = path, .text = text}});
  }
  const auto expect_next = [&](std::size_t file, const char* text) {
    const NextCheck next = next_check(files, files[1].path());
    ASSERT_NE(next.save, nullptr);
    EXPECT_EQ(next.save->text, text);
    EXPECT_EQ(next.save, files[file].next_to_check());
    EXPECT_EQ(next.computes, next.save == files[file].present());
    files[file].note_check(text, {.compared = 24});
  };
  expect_next(1, "now");
  expect_next(0, "now");
  expect_next(1, "earlier");
  expect_next(0, "earlier");
  EXPECT_EQ(next_check(files, files[1].path()).save, nullptr);
}

TEST_F(Histories, AChangeIsCertainWhereTheIntervalsOfBothTimesDoNotMeet) {
  history.take(save("one"));
  for (int i = 0; i < 20; ++i) history.note_frame("one", 5 + 0.01 * i, problem(1));
  history.take(save("two"));
  const auto is_certain = [&] { return is_certain_change(history.saves().back(), history.saves().front()); };
  for (int i = 0; i < 3; ++i) history.note_frame("two", 4 + 0.01 * i, problem(1));
  EXPECT_FALSE(is_certain()) << "three frames have no interval";
  for (int i = 3; i < 20; ++i) history.note_frame("two", 4 + 0.01 * i, problem(1));
  EXPECT_TRUE(is_certain());
  EXPECT_LT(history.saves().front().interval_ms()->high, 4.2);
  history.take(save("three"));
  for (int i = 0; i < 20; ++i) history.note_frame("three", 4.005 + 0.01 * i, problem(1));
  EXPECT_FALSE(is_certain_change(history.saves()[1], history.saves()[0]));
}

TEST_F(Histories, ASaveHasItsNeedsAndItsPointInTheRoofline) {
  CompiledSave made = save("one");
  made.needs = {{.registers = 32, .local_bytes = 8}, {.registers = 20, .local_bytes = 16}};
  history.take(made);
  const OwnSave& kept = history.saves().front();
  ASSERT_TRUE(kept.most_needs());
  EXPECT_EQ(kept.most_needs()->registers, 32);
  EXPECT_EQ(kept.most_needs()->local_bytes, 16U);
  EXPECT_FALSE(kept.point());
  Work work;
  work.operations = 1000;
  work.fma_per_operation = 4;
  work.bytes = 8000;
  for (const double ms : {1.0, 2.0, 8.0}) history.note_frame("one", ms, problem(1), work);
  ASSERT_TRUE(kept.point());
  EXPECT_DOUBLE_EQ(kept.point()->bytes_per_s, 4e6);
  EXPECT_DOUBLE_EQ(kept.point()->fma_per_s, 2e6);
  EXPECT_DOUBLE_EQ(kept.point()->fma_per_byte, 0.5);
  EXPECT_FALSE(kept.share()) << "no ceiling has been measured";
  const Roof roof{.fma_per_s = 8e6, .near_bytes_per_s = 5e6};
  history.note_roof({.only_writes = true}, roof);
  EXPECT_FALSE(kept.share()) << "that is the ceiling of other work";
  history.note_roof({}, roof);
  ASSERT_TRUE(kept.share());
  EXPECT_FALSE(kept.share()->of_fma);
  EXPECT_DOUBLE_EQ(kept.share()->share, 0.8);
  EXPECT_FALSE(kept.is_beyond_roof());
  history.note_roof({}, {.fma_per_s = 8e6, .near_bytes_per_s = 3e6});
  EXPECT_TRUE(kept.is_beyond_roof()) << "of 3 MB/s it reaches 4";
  history.note_frame("one", 1.0, problem(2));
  EXPECT_FALSE(kept.point()) << "of another problem, whose work is not known";
}

TEST_F(Histories, AFaultIsNewOnceAndEndsWithTheNextFrameOrSave) {
  history.take(save("one"));
  EXPECT_TRUE(history.note_fault("mine.cpp: it was ended"));
  EXPECT_FALSE(history.note_fault("mine.cpp: it was ended"));
  history.take(save("two"));
  EXPECT_EQ(history.fault(), "");
  history.note_fault("mine.cpp: it was ended");
  history.note_frame("two", 1, problem(1));
  EXPECT_EQ(history.fault(), "");
}

}  // namespace
}  // namespace heteroscope
