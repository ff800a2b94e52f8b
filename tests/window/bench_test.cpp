// The bench of the window without a display: what is chosen, what is measured of it, and what becomes of the rows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/analysis/reading.hpp"
#include "app/text/format.hpp"
#include "app/window/features/bench/choice.hpp"
#include "core/base/error.hpp"
#include "kernels/suites.hpp"
#include "tests/window/bench_lines.hpp"

namespace heteroscope {
namespace {

const BenchView& first_of(const MeasuredBench& made) {
  return *made.views->parts.front();
}

std::vector<std::string> shown_variants(const BenchView& view) {
  std::vector<std::string> out;
  for (const ResultRow& each : view.result->rows) out.push_back(each.text("variant"));
  return out;
}

TEST(BenchChoices, AreCommandLines) {
  const Settings present = default_settings(find_workload(catalog(), "mandelbrot"));
  EXPECT_EQ(line_of({.suite = "cpu-schedules"}, present, catalog()), "heteroscope bench cpu-schedules");
  EXPECT_EQ(line_of({.suite = "cpu-schedules", .scene = "256"}, present, catalog()),
            "heteroscope bench cpu-schedules --scene 256");
  EXPECT_TRUE(line_of({}, present, catalog()).starts_with("heteroscope bench mandelbrot --set "));
  EXPECT_EQ(command_of("heteroscope bench a", BenchCare::normal), "heteroscope bench a");
  EXPECT_EQ(command_of("heteroscope bench a", BenchCare::quick), "heteroscope bench a --within 5 --budget 0.1");
  EXPECT_EQ(command_of("heteroscope bench a", BenchCare::thorough), "heteroscope bench a --within 0.3 --budget 3");
}

TEST(BenchChoices, CountWhatCanBeMeasuredAndSayWhyTheRestCannot) {
  for (const Suite* const suite : suites()) {
    const std::string scene = suite->scenes.empty() ? "" : std::string(suite->scenes.front().id);
    const BenchOutlook of =
        outlook_of(line_of({.suite = std::string(suite->id), .scene = scene}, {}, catalog()), catalog());
    std::size_t all = of.rows.size();
    for (const Skipped& each : of.skipped) {
      all += static_cast<std::size_t>(each.rows);
      EXPECT_FALSE(each.reason.empty()) << suite->id;
    }
    EXPECT_EQ(all, of.asked.parts.front().cases.size()) << suite->id;
    EXPECT_EQ(of.asked.parts.front().suite, suite);
  }
  EXPECT_THROW(outlook("heteroscope bench cpu-schedules --scene 257"), BadInput);
}

TEST(BenchChoices, ACollectionIsChosenLikeASuite) {
  for (const Collection* const each : collections()) {
    const BenchChoice choice{.suite = std::string(each->id)};
    EXPECT_EQ(collection_of(choice), each);
    EXPECT_EQ(suite_of(choice), nullptr);
  }
  EXPECT_EQ(collection_of({}), nullptr);
  EXPECT_EQ(collection_of({.suite = "cpu-schedules"}), nullptr);
  const BenchOutlook of = outlook_of(line_of({.suite = "quick"}, {}, catalog()), catalog());
  EXPECT_EQ(of.asked.title, "quick");
  EXPECT_GT(of.asked.parts.size(), 3U);
  std::size_t cases = 0;
  for (const Asked& each : of.asked.parts) cases += each.cases.size();
  for (const Skipped& each : of.skipped) cases -= static_cast<std::size_t>(each.rows);
  EXPECT_EQ(of.rows.size(), cases);
  EXPECT_EQ(of.effort(BenchCare::normal).all_ms, find_collection("quick")->all_ms);
  EXPECT_LE(rough_seconds(of, BenchCare::normal, catalog()), 60) << "its rows share a time";
  EXPECT_FALSE(of.effort(BenchCare::thorough).all_ms) << "each row has its own";
  EXPECT_EQ(of.effort(BenchCare::thorough).sampling.least, find_collection("quick")->least);
}

TEST(BenchChoices, TimesAreRough) {
  EXPECT_EQ(rough_time(4), "4 s");
  EXPECT_EQ(rough_time(120), "2 minutes");
  EXPECT_EQ(rough_time(7200), "2 hours");
  EXPECT_EQ(rough_time(430 * 86400.0), "430 days");
  const BenchOutlook of = outlook(tiny);
  EXPECT_DOUBLE_EQ(rough_seconds(of, BenchCare::normal, catalog()), 3 + 0.5 * static_cast<double>(of.rows.size()));
  const double large =
      rough_seconds(outlook("heteroscope bench cpu-schedules --scene 8192"), BenchCare::quick, catalog());
  EXPECT_GT(large,
            10 * rough_seconds(outlook("heteroscope bench cpu-schedules --scene 256"), BenchCare::quick, catalog()));
}

TEST(BenchTasks, RowsComeInTheOrderOfTheCases) {
  BenchTask task;
  const BenchOutlook of = outlook(tiny);
  ASSERT_EQ(of.rows.size(), 2U);
  task.start(of, BenchCare::quick);
  ASSERT_TRUE(comes_true([&] { return !task.running(); }));
  EXPECT_EQ(task.failure(), "");
  const auto made = task.measured();
  ASSERT_NE(made->views, nullptr);
  EXPECT_TRUE(made->whole);
  EXPECT_EQ(made->title, "mandelbrot");
  EXPECT_EQ(made->disturbed, 0);
  EXPECT_EQ(shown_variants(first_of(*made)), (std::vector<std::string>{"sequential", "simd"}));
  EXPECT_FALSE(first_of(*made).findings.empty());
  ASSERT_TRUE(first_of(*made).graph.bars);
  EXPECT_EQ(first_of(*made).graph.bars->groups.front().bars.size(), 2U);
  const auto fastest = [](const BenchLine& each) { return each.place == BenchPlace::fastest; };
  EXPECT_EQ(std::ranges::count_if(first_of(*made).lines, fastest), 1);
}

TEST(BenchTasks, MeasureACollectionSuiteBySuite) {
  BenchTask task;
  const BenchOutlook of = a_few();
  task.start(of, BenchCare::quick);
  ASSERT_TRUE(comes_true([&] { return !task.running(); }));
  EXPECT_EQ(task.failure(), "");
  const auto made = task.measured();
  EXPECT_EQ(made->title, "few");
  EXPECT_TRUE(made->whole);
  ASSERT_NE(made->views, nullptr);
  EXPECT_EQ(made->views->title, "few");
  EXPECT_EQ(titles_of(*made->views), (std::vector<std::string>{"mandelbrot", "transpose"}));
  ASSERT_EQ(made->views->left_out.size(), 1U);
  EXPECT_EQ(made->views->left_out.front().title, "blur");
  EXPECT_EQ(made->views->left_out.front().reason, "it takes a year");
  EXPECT_EQ(made->views->parts.back()->lines.size(), of.asked.parts[1].cases.size());
  EXPECT_EQ(rows_of(*made->views), 2 + of.asked.parts[1].cases.size());
  for (const auto& part : made->views->parts)
    EXPECT_EQ(rows_of(part->result->facts, "noise/0/loop").size(), 2U) << "before and after, as it is once it is whole";
}

TEST(BenchTasks, ACollectionThatIsStoppedKeepsWhatIsThere) {
  BenchTask task;
  BenchOutlook of = a_few();
  of.asked.parts[1] = outlook(several).asked.parts.front();
  task.start(of, BenchCare::thorough);
  ASSERT_TRUE(comes_true([&] { return task.measured()->views != nullptr; }));
  task.give_up();
  ASSERT_TRUE(comes_true([&] { return !task.running(); }));
  EXPECT_EQ(task.failure(), "");
  const auto made = task.measured();
  EXPECT_FALSE(made->whole);
  EXPECT_GE(rows_of(*made->views), 1U);
  EXPECT_LT(rows_of(*made->views), 2 + of.asked.parts[1].cases.size());
  EXPECT_TRUE(made->views->left_out.empty()) << "it did not come to that";
}

TEST(BenchTasks, WhatIsStoppedKeepsItsRows) {
  BenchTask task;
  const BenchOutlook of = outlook(several);
  ASSERT_GT(of.rows.size(), 3U);
  task.start(of, BenchCare::thorough);
  const auto any = [&] { return task.measured()->views != nullptr; };
  ASSERT_TRUE(comes_true(any));
  EXPECT_TRUE(task.running());
  EXPECT_NE(task.now().find(fmt::format(" of {}", of.rows.size())), std::string::npos) << task.now();
  task.note_use();
  task.give_up();
  ASSERT_TRUE(comes_true([&] { return !task.running(); }));
  EXPECT_EQ(task.failure(), "");
  const auto made = task.measured();
  ASSERT_NE(made->views, nullptr);
  EXPECT_FALSE(made->whole);
  EXPECT_GE(first_of(*made).lines.size(), 1U);
  EXPECT_LT(first_of(*made).lines.size(), of.rows.size());
}

TEST(BenchTasks, MarkRowsDuringWhichTheWindowWasInUse) {
  BenchTask task;
  const BenchOutlook of = outlook(several);
  task.start(of, BenchCare::quick);
  ASSERT_TRUE(comes_true([&] {
    task.note_use();
    return !task.running();
  }));
  const auto made = task.measured();
  ASSERT_NE(made->views, nullptr);
  EXPECT_EQ(made->disturbed, static_cast<int>(of.rows.size()));
  for (const BenchLine& each : first_of(*made).lines) {
    EXPECT_TRUE(each.disturbed);
    EXPECT_TRUE(each.cells.back().text.ends_with("in use")) << each.cells.back().text;
  }
}

TEST(BenchTasks, SayInALineWhatFails) {
  BenchTask task;
  BenchOutlook of = outlook(tiny);
  of.asked.parts.front().cases.back().settings.problem.workload = "nothing";
  task.start(of, BenchCare::quick);
  ASSERT_TRUE(comes_true([&] { return !task.running(); }));
  EXPECT_NE(task.failure().find("nothing"), std::string::npos) << task.failure();
  EXPECT_EQ(task.failure().find('\n'), std::string::npos);
  for (BenchCase& each : of.asked.parts.front().cases) each.skipped = "it takes a year";
  of.asked.parts.front().cases.back() = of.asked.parts.front().cases.front();
  task.start(of, BenchCare::quick);
  ASSERT_TRUE(comes_true([&] { return !task.running(); }));
  EXPECT_EQ(task.failure(), "nothing can be measured here: it takes a year");
}

/// A row with what tables need.
ResultRow row_of(const std::string& scene, const std::string& variant, double ms, double reach_ms) {
  ResultRow out;
  const auto add = [&](const char* id, DatumValue value) {
    out.data.push_back({.id = id, .name = id, .unit = {}, .about = {}, .value = std::move(value), .interval = {}});
  };
  for (const char* const none : {"steps", "stage", "settled", "step_ms", "block/x", "speedup", "threads"})
    add(none, {});
  add("scene", scene);
  add("variant", variant);
  add("memory", "device");
  add("precision", "fp64");
  add("processor", "cpu");
  add("width", std::int64_t{8});
  add("height", std::int64_t{4});
  add("median_ms", ms);
  add("median_low_ms", ms - reach_ms);
  add("median_high_ms", ms + reach_ms);
  add("min_ms", ms - reach_ms);
  add("max_ms", ms + reach_ms);
  return out;
}

BenchView some_rows() {
  Result out;
  out.facts.push_back(
      {.id = "title", .name = {}, .unit = {}, .about = {}, .value = std::string("some"), .interval = {}});
  out.rows = {row_of("b", "slow", 9, 0.1), row_of("b", "first", 2, 0.1), row_of("b", "near", 2.1, 0.1),
              row_of("a", "alone", 5, 0.1)};
  return view_of(std::make_shared<const Result>(std::move(out)));
}

TEST(BenchViews, NameWhoseTheConclusionsAre) {
  const auto suite = std::ranges::find(suites(), std::string_view("transpose-tiles"), &Suite::id);
  Result of = *some_rows().result;
  EXPECT_EQ(some_rows().source, "");
  of.facts.push_back(
      {.id = "suite", .name = {}, .unit = {}, .about = {}, .value = std::string("transpose-tiles"), .interval = {}});
  const BenchView view = view_of(std::make_shared<const Result>(std::move(of)));
  EXPECT_TRUE(view.source.starts_with("\"Accesos y tipos de memoria en GPU\", Renzo")) << view.source;
  EXPECT_EQ(view.claims.size(), published_of(**suite)->claims.size());
}

TEST(BenchChoices, NameReportsByTheirTitles) {
  const auto suite = std::ranges::find(suites(), std::string_view("histogram-runs"), &Suite::id);
  EXPECT_TRUE(words_of(**suite).ends_with("the two programs of \"Proyecto final Histograma realizado con CUDA\"."))
      << words_of(**suite);
  for (const Suite* each : suites()) EXPECT_EQ(words_of(*each).find("seed 0"), std::string::npos) << each->id;
}

/// A suite that needs a GPU, as it is shown where there is none.
TEST(BenchViews, JudgeWhatWasPublishedWhereNothingCanBeMeasured) {
  const auto triangle = std::ranges::find(suites(), std::string_view("triangle"), &Suite::id);
  const PublishedView view = published_view(**triangle);
  EXPECT_GE(view.claims.size(), published_of(**triangle)->claims.size());
  EXPECT_TRUE(std::ranges::any_of(view.claims, [](const JudgedByPublished& each) {
    return each.judged.verdict == Verdict::does_not && !each.machine.empty();
  })) << "flat recursive does not win everywhere";
  ASSERT_FALSE(view.source.empty());
  EXPECT_NE(view.source.find("thesis"), std::string::npos) << view.source;
}

TEST(BenchViews, SayWhichIsTheFastestAndWhatTies) {
  const BenchView view = some_rows();
  ASSERT_EQ(view.lines.size(), 4U);
  EXPECT_EQ(view.lines[0].place, BenchPlace::behind);
  EXPECT_EQ(view.lines[1].place, BenchPlace::fastest);
  EXPECT_EQ(view.lines[2].place, BenchPlace::tied);
  EXPECT_EQ(view.lines[3].place, BenchPlace::behind) << "nothing is beside it";
  EXPECT_EQ(view.lines[2].cells.back().text, "tie");
  for (const BenchLine& each : view.lines) EXPECT_EQ(each.cells.size(), view.columns.size());
}

TEST(BenchViews, AreSortedWithinScenesOrThroughAll) {
  const BenchView view = some_rows();
  const auto median = std::ranges::find(view.columns, "median", &BenchColumn::title) - view.columns.begin();
  const auto column = static_cast<int>(median);
  using Places = std::vector<std::size_t>;
  EXPECT_EQ(sorted(view, {}), (Places{0, 1, 2, 3}));
  EXPECT_EQ(sorted(view, {.column = column}), (Places{1, 2, 0, 3}));
  EXPECT_EQ(sorted(view, {.column = column, .descending = true}), (Places{0, 2, 1, 3}));
  EXPECT_EQ(sorted(view, {.column = column, .by_scene = false}), (Places{1, 2, 3, 0}));
  EXPECT_EQ(sorted(view, {.column = 99}), (Places{0, 1, 2, 3}));
}

TEST(BenchViews, OfSeveralResultsKeepThoseThatAreKnown) {
  const Result one = *some_rows().result;
  const Results results{.title = "few", .parts = {one, one}, .left_out = {{"other", "it takes a year", 2}}};
  const BenchViews first = views_of({.title = "few", .parts = {one}, .left_out = {}});
  const BenchViews both = views_of(results, {0, 5}, first.parts);
  ASSERT_EQ(both.parts.size(), 2U);
  EXPECT_EQ(both.parts.front(), first.parts.front());
  EXPECT_FALSE(both.parts.front()->lines[0].disturbed) << "it is known as it was";
  EXPECT_FALSE(both.parts.back()->lines[0].disturbed);
  EXPECT_TRUE(both.parts.back()->lines[1].disturbed) << "the sixth of all";
  EXPECT_EQ(rows_of(both), 8U);
  EXPECT_EQ(results_of(both).parts.size(), 2U);
  EXPECT_EQ(results_of(both).left_out.front().reason, "it takes a year");
}

TEST(BenchViews, OfAFileThatLacksWhatRowsHaveAreRefused) {
  Result broken;
  broken.rows.emplace_back();
  EXPECT_THROW(view_of(std::make_shared<const Result>(std::move(broken))), BadInput);
}

}  // namespace
}  // namespace heteroscope
