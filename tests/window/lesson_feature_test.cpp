// Lessons in the window: what is asked, measured beside, tried and kept. Without a display.
#include "app/window/features/lessons/lesson_feature.hpp"
#include "tests/window/window_parts.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/analysis/graphs/svg.hpp"
#include "app/lessons/answers.hpp"
#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/io/file.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

Lesson small_lesson() {
  return find_lesson("stability", LessonScale::quick);
}

void wait_until_ended(const LessonTask& task) {
  for (int i = 0; i < 1200 && task.running(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ASSERT_FALSE(task.running()) << "it goes on for a minute";
}

TEST(LessonTask, MeasuresBesideTheWindow) {
  LessonTask task;
  task.start(small_lesson(), LessonScale::quick);
  wait_until_ended(task);
  EXPECT_EQ(task.failure(), "");
  EXPECT_EQ(task.share(), 1);
  const auto run = task.measured();
  EXPECT_EQ(run->lesson, "stability");
  ASSERT_TRUE(run->measured);
  EXPECT_EQ(run->measured->rows.size(), 3U);
}

TEST(LessonTask, LeavesNothingWhenItIsGivenUp) {
  LessonTask task;
  task.start(find_lesson("orders", LessonScale::quick), LessonScale::quick);
  task.give_up();
  wait_until_ended(task);
  EXPECT_EQ(task.failure(), "");
  EXPECT_FALSE(task.measured()->measured);
}

TEST(LessonTask, SaysWhatCouldNotBeMeasured) {
  Lesson lesson = small_lesson();
  lesson.beside = {parse_figure("order:nothing/euler", lesson.names)};
  LessonTask task;
  task.start(lesson, LessonScale::quick);
  wait_until_ended(task);
  EXPECT_NE(task.failure().find("\"order:nothing/euler\": the study of heat has no such curve (studies: "),
            std::string::npos)
      << task.failure();
  EXPECT_FALSE(task.measured()->measured);
}

class LessonFeatures : public ::testing::Test {
 protected:
  LessonFeatures() {
    parts.model.catalog = catalog();
    parts.model.workload = &find_workload(catalog(), "mandelbrot");
    *parts.model.edit() = default_settings(*parts.model.workload);
    feature.open(parts.all());
    feature.choose("stability");
  }

  WindowParts parts;
  LessonFeature feature{LessonScale::quick};
};

TEST_F(LessonFeatures, PutARowIntoTheWindow) {
  parts.model.edit()->execution.steps_per_frame = 7;
  feature.try_row(parts.all(), 2);
  ASSERT_TRUE(parts.model.chosen);
  EXPECT_EQ(parts.model.chosen->problem.workload, "heat");
  EXPECT_EQ(parts.model.chosen->problem.parameters.at("fourier"), 0.34);
  EXPECT_EQ(parts.model.chosen->execution.steps_per_frame, 7) << "how fast it plays is the person's";
}

TEST_F(LessonFeatures, MarkTheRowThatTheWindowComputes) {
  feature.choose("schedules");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_FALSE(feature.is_tried(parts.model, i)) << i;
  feature.try_row(parts.all(), 1);
  *parts.model.edit() = *parts.model.chosen;
  EXPECT_FALSE(feature.is_tried(parts.model, 0));
  EXPECT_TRUE(feature.is_tried(parts.model, 1));
  EXPECT_FALSE(feature.is_tried(parts.model, 5)) << "the same variant, inside the set";
  parts.model.edit()->execution.variants.at("escape").cpu = "omp_guided";
  EXPECT_FALSE(feature.is_tried(parts.model, 1)) << "another variant was chosen";
}

TEST_F(LessonFeatures, TickWhatTheLensShows) {
  parts.ui.preferences.lens_variants["transpose"] = {"cuda_naive"};
  feature.choose("bank-conflicts");
  feature.try_row(parts.all(), 0);
  EXPECT_EQ(parts.ui.preferences.lens_variants["transpose"],
            (std::vector<std::string>{"cuda_shared", "cuda_shared_padded"}));
}

TEST_F(LessonFeatures, AskedForAgainTheStripBecomesTheLesson) {
  feature.try_row(parts.all(), 2);
  EXPECT_TRUE(feature.unfold()) << "F3 goes back, and closes nothing";
  EXPECT_TRUE(feature.is_open());
  EXPECT_FALSE(feature.unfold()) << "all of it is shown: it closes";
}

TEST_F(LessonFeatures, ExplainWhatWasMeasured) {
  parts.model.running = true;
  feature.predict(0, 2);
  feature.predict(1, 1);
  EXPECT_EQ(feature.taken("stability"), nullptr);
  feature.measure(parts.all(), find_lesson("stability", LessonScale::quick));
  EXPECT_FALSE(parts.model.running) << "pictures would be measured, too";
  wait_until_ended(feature.task());
  feature.explain_from(*feature.task().measured()->measured);
  const TakenLesson* const taken = feature.taken("stability");
  ASSERT_NE(taken, nullptr);
  EXPECT_EQ(taken->questions[0].predicted, 2U);
  EXPECT_EQ(taken->questions[0].measured, 2U);
  EXPECT_NE(answers_json({.name = "A", .lessons = {*taken}}).find("stability"), std::string::npos);
  const Graph figure = main_graph(taken->measured);
  ASSERT_TRUE(figure.bars);
  std::vector<std::string> names;
  for (const BarChart::Bar& each : figure.bars->groups.front().bars) names.push_back(each.name);
  EXPECT_EQ(figure.bars->groups.front().name, taken->measured.rows.front().text("precision")) << "no lesson's id";
  EXPECT_EQ(bench_figure(taken->measured, taken->title).title.find(taken->title), 0U);
  std::vector<std::string> labels;
  for (const LessonRow& each : small_lesson().rows) labels.push_back(each.label);
  EXPECT_EQ(names, labels) << "one variant stands in several rows, which the lesson's names tell apart";
}

TEST_F(LessonFeatures, SayWhatIsLostWhenTheirPageClosesWhileItMeasures) {
  feature.close();
  feature.on_frame(parts.all(), {});
  EXPECT_TRUE(parts.ui.toasts.all().empty()) << "nothing was measured";
  feature.open(parts.all());
  const Lesson lesson = find_lesson("orders", LessonScale::quick);
  feature.measure(parts.all(), lesson);
  ASSERT_TRUE(feature.task().running());
  feature.close();
  EXPECT_TRUE(feature.activity(parts.all()).busy) << "it waits for the next frame";
  feature.on_frame(parts.all(), {});
  feature.on_frame(parts.all(), {});
  ASSERT_EQ(parts.ui.toasts.all().size(), 1U) << "it is said once";
  EXPECT_TRUE(parts.ui.toasts.all().back().text.starts_with(lesson.title + ": closed while it was measured"))
      << parts.ui.toasts.all().back().text;
  wait_until_ended(feature.task());
  EXPECT_FALSE(feature.activity(parts.all()).busy);
}

TEST_F(LessonFeatures, OpenWhatTheirTextSpeaksOf) {
  feature.choose("bank-conflicts");
  parts.ui.actions.clear();
  feature.try_row(parts.all(), 0);
  ASSERT_TRUE(parts.model.chosen);
  EXPECT_EQ(parts.ui.actions, std::vector{action::toggle_lens});
  if (!device::facts().available) {
    EXPECT_EQ(parts.model.chosen->execution.processor, Processor::cpu) << "worked out, not run";
  }
  EXPECT_EQ(parts.model.chosen->execution.variants.at("transpose").gpu, "cuda_shared");
  feature.choose("schedules");
  parts.ui.actions.clear();
  feature.try_row(parts.all(), 1);
  EXPECT_EQ(parts.ui.actions, std::vector{action::toggle_scope});
  parts.model.scope.shown = true;
  parts.ui.actions.clear();
  feature.try_row(parts.all(), 2);
  EXPECT_TRUE(parts.ui.actions.empty()) << "it is open";
}

TEST_F(LessonFeatures, AreOfThreeThreadsWhereTwoTie) {
  const Lesson lesson = find_lesson("schedules", LessonScale::quick);
  ASSERT_TRUE(lesson.uneven_threads);
  const Lesson with_three = with_three_threads(lesson);
  for (std::size_t i = 0; i < lesson.rows.size(); ++i) {
    const bool alone = lesson.rows[i].id == "sequential";
    EXPECT_EQ(with_three.rows[i].settings.execution.threads, alone ? 0 : 3) << lesson.rows[i].id;
    EXPECT_EQ(with_three.rows[i].command.ends_with(" --threads 3"), !alone) << with_three.rows[i].command;
  }
}

TEST_F(LessonFeatures, KnowNoOthers) {
  EXPECT_THROW(feature.choose("nonsense"), BadInput);
}

Answers answers_of(const std::string& name, std::size_t predicted) {
  const Explained question{
      .ask = "Which?", .choices = {"a", "b"}, .predicted = predicted, .measured = 1, .said = {"Because."}};
  return {.name = name, .lessons = {{.id = "own", .title = "Mine", .questions = {question}, .measured = {}}}};
}

TEST_F(LessonFeatures, MakeThePageOfAClassAsTheCommandDoes) {
  feature.add_answers(answers_of("Anna", 0), parts.ui);
  feature.add_answers(answers_of("Ben", 1), parts.ui);
  feature.add_answers(answers_of("Anna", 1), parts.ui);
  ASSERT_EQ(feature.of_class().size(), 2U) << "one person's files replace each other";
  feature.make_class_page(parts.ui);
  ASSERT_EQ(parts.ui.files.size(), 1U);
  const FileRequest request = parts.ui.files.front();
  EXPECT_EQ(request.extension, ".html");
  std::string page;
  request.make([&](std::span<const std::byte> bytes) {
    page.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  EXPECT_EQ(page, class_html({answers_of("Anna", 1), answers_of("Ben", 1)}));
}

TEST_F(LessonFeatures, OpenThePageOfAClassOnceItIsWritten) {
  const testing::TemporaryFolder folder;
  const testing::SetVariable path("PATH", folder.path());  // without anything that opens files
  feature.add_answers(answers_of("Anna", 0), parts.ui);
  feature.make_class_page(parts.ui);
  parts.ui.files.front().written("/somewhere/heteroscope-class-001.html");
  EXPECT_TRUE(feature.activity(parts.all()).busy) << "it waits for the next frame";
  feature.on_frame(parts.all(), {});
  EXPECT_FALSE(feature.activity(parts.all()).busy);
  ASSERT_FALSE(parts.ui.toasts.all().empty());
  EXPECT_EQ(parts.ui.toasts.all().back().text,
            "it cannot be opened: xdg-open is not installed; the page is at /somewhere/heteroscope-class-001.html");
}

TEST_F(LessonFeatures, KeepPredictionsForTheNextStart) {
  const testing::TemporaryFolder folder;
  const testing::SetVariable config("XDG_CONFIG_HOME", folder.path());
  {
    LessonFeature first{LessonScale::quick};
    first.restore(parts.all());
    first.open(parts.all());
    first.choose("stability");
    first.predict(1, 1);
    first.keep(parts.all());
  }
  const RecalledPredictions kept = recall_predictions(predictions_path());
  EXPECT_EQ(kept.trouble, "");
  const Lesson lesson = find_lesson("stability", LessonScale::quick);
  const std::vector<Prediction> now = fitting(kept.predictions.at("stability"), lesson);
  ASSERT_EQ(now.size(), lesson.questions.size());
  EXPECT_EQ(now[0], std::nullopt);
  EXPECT_EQ(now[1], 1U);
  EXPECT_EQ(fitting({Prediction(99)}, lesson), std::vector<Prediction>(lesson.questions.size()))
      << "the lesson has changed since";
  write_file(predictions_path(), std::string("{\"heteroscope_predictions\": 1, \"lessons\": [{}]}"));
  EXPECT_NE(recall_predictions(predictions_path()).trouble.find("predictions"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(predictions_path())) << "it is kept under another name";
}

TEST_F(LessonFeatures, KeepWhatWasMeasuredForTheNextStart) {
  const testing::TemporaryFolder folder;
  const testing::SetVariable config("XDG_CONFIG_HOME", folder.path());
  static BenchWatch nobody;
  const Result measured = measure_lesson(small_lesson(), lesson_effort(LessonScale::quick), nobody);
  LessonFeature first{LessonScale::quick};
  first.restore(parts.all());
  first.open(parts.all());
  first.choose("stability");
  first.predict(0, 2);
  first.explain_from(measured);
  first.keep(parts.all());
  LessonFeature second{LessonScale::quick};
  second.restore(parts.all());
  second.open(parts.all());
  const TakenLesson* const taken = second.taken("stability");
  ASSERT_NE(taken, nullptr);
  EXPECT_EQ(taken->questions[0].predicted, 2U);
  EXPECT_EQ(taken->measured.rows.size(), measured.rows.size());
  second.choose("stability");
  second.begin_anew();
  EXPECT_EQ(second.taken("stability"), nullptr);
  second.keep(parts.all());
  LessonFeature third{LessonScale::quick};
  third.restore(parts.all());
  third.open(parts.all());
  EXPECT_EQ(third.taken("stability"), nullptr) << "it was begun anew";
  EXPECT_TRUE(parts.ui.toasts.all().empty());
}

}  // namespace
}  // namespace heteroscope
