#include <gtest/gtest.h>

#include "app/analysis/claims/told.hpp"
#include "app/lessons/explain.hpp"
#include "app/lessons/lesson.hpp"
#include "app/results/data.hpp"
#include "core/base/error.hpp"
#include "tests/unit/refused.hpp"

/// What lessons say of measurements, told on ones that are made up: no condition hangs on this machine's speed.
namespace heteroscope::testing {
namespace {

constexpr const char* lesson_text = R"({
  "lesson": "made-up", "title": "A or B?", "from": "nowhere", "scene": ["Two rows."],
  "setting": "mandelbrot --size 33x17",
  "rows": [{"id": "a", "label": "the first", "run": "--variant simd"},
           {"id": "b", "label": "the second", "run": "--variant sequential"}],
  "show": ["threads"],
  "questions": [
    {"ask": "Which?", "choices": ["a", "b", "alike"],
     "findings": [
       {"if": "a faster than b by 1.2", "answer": 1, "then": "a: {a.median_ms}, b: {ratio:b/a} times as long.",
        "else": "a is not 1.2 times as fast."},
       {"if": "b faster than a by 1.2", "answer": 2, "then": "b wins.", "unknown": "Whether b wins cannot be told"},
       {"if": "a like b within 20 %", "answer": 3, "then": "They are alike."}]},
    {"ask": "The same bits?", "choices": ["yes", "no"],
     "findings": [{"if": "differing:a/b equals 0", "answer": 1, "then": "Yes.", "else": "{differing:a/b} differ."},
                  {"if": "not differing:a/b equals 0", "answer": 2, "then": "No."}]}],
  "closing": ["b takes {b.median_ms}.", "Both differ by {error:a/b}."],
  "code": [{"file": "README.md", "about": "all of it"}]
})";

const RowNames both{{"a", {.row = "a"}}, {"b", {.row = "b"}}};

/// A row whose median and its interval's ends are these, in ms; no interval where `low` is 0.
ResultRow row(const std::string& id, double low, double median, double high) {
  ResultRow out;
  Data to(out.data);
  to.add({"row", "row", ""}, id);
  to.add({"label", "what", ""}, "row " + id);
  to.add({"median_ms", "median", "ms", Hint::time, ""}, median);
  to.add({"median_low_ms", "from", "ms", Hint::time, ""}, low > 0 ? DatumValue(low) : DatumValue());
  to.add({"median_high_ms", "to", "ms", Hint::time, ""}, low > 0 ? DatumValue(high) : DatumValue());
  to.add({"reach", "±", "", Hint::share, ""}, low > 0 ? DatumValue((high - low) / 2 / median) : DatumValue());
  to.add({"bytes_per_s", "moved", "B/s", Hint::rate, ""}, 1e9 / median);
  to.add({"threads", "threads", ""}, std::int64_t{2});
  to.add({"modeled", "modeled", "%", Hint::plain, ""}, 12.5);
  to.add({"nothing", "nothing", ""}, DatumValue());
  return out;
}

heteroscope::Result measured(std::vector<ResultRow> rows, std::optional<double> differing = 0) {
  heteroscope::Result out;
  out.rows = std::move(rows);
  Data to(out.facts);
  to.add({"lesson", "lesson", ""}, std::string("made-up"));
  Data beside = to.of("beside/0");
  beside.add({"figure", "figure", ""}, std::string("differing:a/b"));
  beside.add({"value", "value", ""}, or_none(differing));
  beside.add({"why", "why", ""}, differing ? DatumValue() : DatumValue("no CUDA device"));
  return out;
}

ToldVerdict told(const std::string& condition, const heteroscope::Result& of) {
  return tell({parse_statement(condition, both)}, of);
}

Verdict verdict(const std::string& condition, const heteroscope::Result& of) {
  return told(condition, of).verdict;
}

const heteroscope::Result a_wins = measured({row("a", 0.9, 1, 1.1), row("b", 1.8, 2, 2.2)});
const heteroscope::Result tie = measured({row("a", 0.9, 1, 1.1), row("b", 0.95, 1.05, 1.15)});

TEST(LessonCondition, HoldsBeyondDoubtOrNotOrCannotBeTold) {
  EXPECT_EQ(verdict("a faster than b", a_wins), Verdict::holds);
  EXPECT_EQ(verdict("a faster than b by 1.6", a_wins), Verdict::holds);
  EXPECT_EQ(verdict("a faster than b by 2", a_wins), Verdict::unknown);
  EXPECT_EQ(verdict("a faster than b by 2.5", a_wins), Verdict::does_not);
  EXPECT_EQ(verdict("b faster than a", a_wins), Verdict::does_not);
  EXPECT_EQ(verdict("a faster than b", tie), Verdict::unknown);
  EXPECT_EQ(told("a faster than b", tie).why, "row b takes 0.864 to 1.28 times as long as row a (95 %)");
  EXPECT_EQ(verdict("a like b within 5 %", tie), Verdict::unknown);
  EXPECT_EQ(verdict("a like b within 30%", tie), Verdict::holds);
  EXPECT_EQ(verdict("a like b", a_wins), Verdict::does_not);
  EXPECT_EQ(verdict("not a faster than b", a_wins), Verdict::does_not);
  EXPECT_EQ(verdict("not b faster than a", a_wins), Verdict::holds);
  EXPECT_EQ(verdict("not a faster than b", tie), Verdict::unknown);
}

TEST(LessonCondition, FiguresThatFollowFromTimesHaveTheirIntervals) {
  EXPECT_EQ(verdict("a.bytes_per_s above b.bytes_per_s by 1.6", a_wins), Verdict::holds);
  EXPECT_EQ(verdict("a.bytes_per_s above b.bytes_per_s by 2", a_wins), Verdict::unknown);
  EXPECT_EQ(verdict("b.bytes_per_s below a.bytes_per_s", a_wins), Verdict::holds);
  EXPECT_EQ(verdict("a.bytes_per_s above b.bytes_per_s", tie), Verdict::unknown);
  EXPECT_EQ(verdict("a.bytes_per_s above 5e8", a_wins), Verdict::holds);
  EXPECT_EQ(verdict("a.modeled equals 12.5", a_wins), Verdict::holds);
  EXPECT_EQ(verdict("a.modeled equals 12", a_wins), Verdict::does_not);
  EXPECT_EQ(verdict("a.modeled equals 12 within 5 %", a_wins), Verdict::holds);
  EXPECT_EQ(verdict("a.modeled above b.modeled", a_wins), Verdict::does_not);
}

TEST(LessonCondition, WhatIsNotThereCannotBeTold) {
  const heteroscope::Result alone = measured({row("a", 0.9, 1, 1.1)}, std::nullopt);
  EXPECT_EQ(verdict("a faster than b", alone), Verdict::unknown);
  EXPECT_EQ(told("a faster than b", alone).why, "b was not measured here");
  EXPECT_EQ(told("differing:a/b equals 0", alone).why, "no CUDA device");
  EXPECT_EQ(told("error:a/b equals 0", alone).why, "the largest difference between row a and b was not computed");
  EXPECT_EQ(told("a.nothing above 1", alone).why, "\"nothing\" of row a is not known");
  EXPECT_EQ(told("a.label above 1", alone).why, "\"what\" of row a is a word, not a number");
  const heteroscope::Result few = measured({row("a", 0, 1, 0), row("b", 1.8, 2, 2.2)});
  EXPECT_EQ(told("a faster than b", few).why, "row a was measured with too few runs for an interval");
  EXPECT_THROW(tell({parse_statement("a.nonsense above 1", both)}, a_wins), BadInput);
}

TEST(LessonCondition, BesideOtherProgramsNothingTimedCanBeTold) {
  ResultRow marked = row("a", 0.9, 1, 1.1);
  Data to(marked.data);
  to.add({"processor", "processor", ""}, std::string("cpu"));
  to.add({"others/cpu_share", "others", "", Hint::share, ""}, 0.48);
  to.add({"others/marked", "marked", ""}, true);
  const heteroscope::Result beside = measured({marked, row("b", 1.8, 2, 2.2)});
  EXPECT_EQ(verdict("a faster than b", beside), Verdict::unknown);
  EXPECT_EQ(told("a faster than b", beside).why, "row a was measured while other programs used 48 % of the processors");
  EXPECT_EQ(verdict("not a faster than b", beside), Verdict::unknown);
  EXPECT_EQ(verdict("b.bytes_per_s below a.bytes_per_s by 1.5", beside), Verdict::unknown) << "it follows from a time";
  EXPECT_EQ(verdict("a.modeled above 12", beside), Verdict::holds) << "it does not";
  EXPECT_EQ(with_figures("{ratio:b/a} times", both, beside), "(undecided here) times");
  EXPECT_EQ(verdict("differing:a/b equals 0", beside), Verdict::holds);
}

TEST(LessonCondition, AllOfSeveralHaveToHold) {
  const auto all = [](const heteroscope::Result& of) {
    return tell({parse_statement("a faster than b", both), parse_statement("not a faster than b by 3", both)}, of)
        .verdict;
  };
  EXPECT_EQ(all(a_wins), Verdict::holds);
  EXPECT_EQ(all(measured({row("a", 0.1, 0.1, 0.1), row("b", 1.8, 2, 2.2)})), Verdict::does_not);
  EXPECT_EQ(all(tie), Verdict::unknown);
}

std::string refusal_of_condition(const std::string& condition) {
  return testing::refusal([&] { parse_statement(condition, both); });
}

TEST(LessonCondition, SaysWhatIsWrongWithIt) {
  EXPECT_NE(refusal_of_condition("a faster then b").find("'than' is missing"), std::string::npos);
  EXPECT_NE(refusal_of_condition("a quicker than b").find("\"quicker\" is not a comparison; known: A faster than B"),
            std::string::npos);
  EXPECT_NE(refusal_of_condition("c faster than b").find("no row \"c\" (rows: a, b)"), std::string::npos);
  EXPECT_NE(refusal_of_condition("a faster than b by 0.5").find("\"0.5\" is not a factor from 1 to"),
            std::string::npos);
  EXPECT_NE(refusal_of_condition("a faster than b by 2 3").find("\"3\" does not belong there"), std::string::npos);
  EXPECT_NE(refusal_of_condition("a like b within 5").find("'%' is missing"), std::string::npos);
  EXPECT_NE(refusal_of_condition("a like b within x%").find("\"x\" is not a percentage"), std::string::npos);
  EXPECT_NE(refusal_of_condition("a").find("a comparison is missing"), std::string::npos);
  EXPECT_NE(refusal_of_condition("median above 2").find("two names with '.' between them are needed"),
            std::string::npos);
  EXPECT_NE(
      refusal_of_condition("model:a/nonsense above 2").find("the model has no \"nonsense\" (known: sectors_a_load"),
      std::string::npos);
  EXPECT_NE(refusal_of_condition("differing:a equals 0").find("two names with '/' between them are needed"),
            std::string::npos);
}

class MadeUpLesson : public ::testing::Test {
 protected:
  [[nodiscard]] TakenLesson take(const heteroscope::Result& of) const { return explain(lesson, {0, 0}, of); }

  Lesson lesson = parse_lesson(lesson_text, "made-up.json", LessonScale::full);
};

TEST_F(MadeUpLesson, ExplainsWhatHolds) {
  const TakenLesson taken = take(a_wins);
  const Explained& which = taken.questions[0];
  EXPECT_EQ(which.measured, 0U);
  EXPECT_EQ(which.said, (std::vector<std::string>{"a: 1.000 ms, b: 2 times as long."}));
  EXPECT_EQ(outcome_of(which), "You predicted: a. The answer here: a, as you predicted.");
  EXPECT_EQ(taken.questions[1].said, (std::vector<std::string>{"Yes."}));
}

TEST_F(MadeUpLesson, ExplainsTheContrary) {
  const TakenLesson taken = take(measured({row("a", 1.8, 2, 2.2), row("b", 0.9, 1, 1.1)}, 1234));
  EXPECT_EQ(taken.questions[0].measured, 1U);
  EXPECT_EQ(taken.questions[0].said, (std::vector<std::string>{"a is not 1.2 times as fast.", "b wins."}));
  EXPECT_EQ(outcome_of(taken.questions[0]), "You predicted: a. The answer here: b.");
  EXPECT_EQ(taken.questions[1].measured, 1U);
  EXPECT_EQ(taken.questions[1].said, (std::vector<std::string>{"1,234 differ.", "No."}));
}

TEST_F(MadeUpLesson, SaysWhatCannotBeTold) {
  const Explained open = take(measured({row("a", 0.9, 1, 1.1), row("b", 0.9, 1.15, 1.5)})).questions[0];
  EXPECT_FALSE(open.measured);
  ASSERT_EQ(open.said.size(), 2U) << "the reason once, and the words of who has words for it";
  EXPECT_TRUE(open.said[0].starts_with("Undecided: row b takes ")) << open.said[0];
  EXPECT_TRUE(open.said[1].starts_with("Whether b wins cannot be told: ")) << open.said[1];
  EXPECT_EQ(outcome_of(open), "You predicted: a. It is undecided here.");
  const Explained alike = take(measured({row("a", 0.99, 1, 1.01), row("b", 1.01, 1.02, 1.03)})).questions[0];
  EXPECT_EQ(alike.measured, 2U);
  EXPECT_EQ(alike.said.back(), "They are alike.");
}

TEST(LessonSteps, AreUndecidedWhereIntervalsLeaveTheGoalOpen) {
  const Lesson lesson = parse_lesson(R"({
    "lesson": "written", "title": "Write", "scene": ["A loop."],
    "setting": "heat --set n=64 --steps 2 --precision fp64",
    "rows": [{"id": "a", "run": "--variant sequential"}, {"id": "b", "own": "cpu"}],
    "steps": [{"do": "Make it faster.", "hints": ["Read it."], "goal": "b faster than a by 1.2",
               "then": "It is faster.", "else": "It is not."}]
  })",
                                     "written.json", LessonScale::full);
  const heteroscope::Result open = measured({row("a", 0.9, 1, 1.1), row("b", 0.7, 0.85, 1)});
  const Explained step = explain(lesson, {}, open).questions.front();
  EXPECT_FALSE(step.measured);
  ASSERT_EQ(step.said.size(), 1U);
  EXPECT_TRUE(step.said.front().starts_with("Undecided: row a takes ")) << step.said.front();
}

/// A lesson's text with a list of published figures before its questions.
std::string with_published(const std::string& list) {
  std::string out = lesson_text;
  out.insert(out.find("\"show\""), "\"published\": [" + list + "], ");
  return out;
}

TEST(PublishedInLessons, IsSpokenOfAsRowsAre) {
  const Lesson lesson = parse_lesson(
      with_published(
          R"({"id": "p100", "suite": "transpose-tiles", "machine": "Tesla P100", "variant": "cuda_global"})"),
      "made-up.json", LessonScale::full);
  const auto holds = [&](const std::string& condition) {
    return tell({parse_statement(condition, lesson.names)}, a_wins).verdict;
  };
  EXPECT_EQ(holds("p100 faster than a"), Verdict::holds) << "0.10928 ms beside 1 ms";
  EXPECT_EQ(holds("p100.median_ms equals 0.10928"), Verdict::holds);
  EXPECT_EQ(with_figures("{ratio:a/p100}, {about:a/p100}, {p100.median_ms}", lesson.names, a_wins),
            "9.15, 9.2, 0.1093 ms");
}

TEST(PublishedInLessons, MustHaveBeenPublished) {
  const auto refused = [](const std::string& published) {
    try {
      parse_lesson(with_published(published), "l.json", LessonScale::full);
    } catch (const BadInput& wrong) {
      return std::string(wrong.what());
    }
    return std::string();
  };
  EXPECT_NE(refused(R"({"id": "p", "suite": "none", "machine": "m"})").find("l.json: published[0].suite: \"none\""),
            std::string::npos);
  EXPECT_NE(refused(R"({"id": "p", "suite": "transpose-tiles", "machine": "m"})")
                .find("published[0].machine: no such figure was published"),
            std::string::npos);
  EXPECT_NE(refused(R"({"id": "a", "suite": "transpose-tiles", "machine": "Tesla P100"})")
                .find("another row has the id \"a\", too"),
            std::string::npos);
}

TEST_F(MadeUpLesson, SaysThatNothingFits) {
  lesson.questions[0].findings.resize(1);
  lesson.questions[0].findings[0].otherwise.clear();
  const TakenLesson taken = take(measured({row("a", 1.8, 2, 2.2), row("b", 0.9, 1, 1.1)}));
  EXPECT_FALSE(taken.questions[0].measured);
  EXPECT_EQ(taken.questions[0].said,
            (std::vector<std::string>{"What was measured fits none of the explanations in this lesson."}));
}

TEST_F(MadeUpLesson, LeavesOutWhatItCannotQuote) {
  EXPECT_EQ(closing_of(lesson, a_wins), (std::vector<std::string>{"b takes 2.000 ms."}));
  EXPECT_TRUE(closing_of(lesson, measured({row("a", 1, 1, 1)})).empty());
  EXPECT_EQ(with_figures("{b.median_ms}, {ratio:a/b}", both, measured({row("a", 1, 1, 1)})),
            "(not known here), (not known here)");
}

TEST_F(MadeUpLesson, HasATableWithWhatItShows) {
  const std::string table = markdown(measured_rows(lesson, a_wins));
  EXPECT_NE(table.find("| row b | 2.000 ms | 10.0 % |  0.5 × |       2 |"), std::string::npos) << table;
}

}  // namespace
}  // namespace heteroscope::testing
