#include <algorithm>
#include <filesystem>
#include <set>

#include "app/lessons/answers.hpp"
#include "app/lessons/lesson.hpp"
#include "app/lessons/steps.hpp"
#include "kernels/registry.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// `lesson`.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

/// By their files' names: every test's process begins with this, and reading them all takes longer than most tests.
std::vector<std::string> lesson_ids(bool written) {
  std::vector<std::string> out;
  for (const auto& each : std::filesystem::directory_iterator(HETEROSCOPE_SOURCES "/assets/lessons")) {
    const std::string id = each.path().stem().string();
    if (id.starts_with("write-") == written) out.push_back(id);
  }
  std::ranges::sort(out);
  return out;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& of) {
  std::string name = of.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

/// A prediction for each question.
std::string some_answers(const Lesson& lesson) {
  std::string out;
  for (std::size_t i = 0; i < lesson.questions.size(); ++i) out += i == 0 ? "1" : ",1";
  return out;
}

json own_lesson() {
  return {{"lesson", "own"},
          {"title", "Mine"},
          {"scene", {"A scene."}},
          {"setting", "mandelbrot --size 33x17"},
          {"rows", {{{"id", "a"}, {"run", "--variant simd"}}, {{"id", "b"}, {"run", "--variant sequential"}}}},
          {"questions",
           {{{"ask", "Which?"},
             {"choices", {"a", "b"}},
             {"findings",
              {{{"if", "differing:a/b equals 0"}, {"answer", 2}, {"then", "No <difference>: {differing:a/b}."}}}}}}}};
}

class Lessons : public Program {
 protected:
  void write(const std::string& name, const json& what) const { write_text(file(name), what.dump()); }
};

/// Each is gone through with small problems, and what it says quotes only what there is.
class EveryLesson : public Lessons, public ::testing::WithParamInterface<std::string> {};

TEST_P(EveryLesson, CanBeTaken) {
  const Lesson lesson = find_lesson(GetParam(), LessonScale::quick);
  const Result result =
      expect_success("lesson " + lesson.id + " --quick --answers " + some_answers(lesson) + " --save a.json --name A");
  for (const char* each : {"## Try it", "## Measured", "## What this means", "## Read the code"})
    EXPECT_NE(result.out.find(each), std::string::npos) << each;
  EXPECT_EQ(result.out.find("(not known here)"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("The window has this lesson, too"), std::string::npos);
  const Answers answers = load_answers(file("a.json").string());
  ASSERT_EQ(answers.lessons.size(), 1U);
  EXPECT_FALSE(answers.lessons[0].measured.rows.empty()) << "some of it can be measured without a GPU, too";
  for (const Explained& each : answers.lessons[0].questions) {
    EXPECT_FALSE(each.said.empty() && each.measured) << each.ask;
    if (!has_gpu()) continue;
    for (const std::string& said : each.said) EXPECT_EQ(said.find("needs a GPU"), std::string::npos) << said;
  }
}
INSTANTIATE_TEST_SUITE_P(OfTheProgram, EveryLesson, ::testing::ValuesIn(lesson_ids(false)), test_name);

/// Each is begun with the file to start from, which reaches the first step on the CPU.
class EveryWrittenLesson : public Lessons, public ::testing::WithParamInterface<std::string> {};

TEST_P(EveryWrittenLesson, CanBeBegun) {
  const Lesson lesson = find_lesson(GetParam(), LessonScale::quick);
  const std::string opening = expect_success("lesson " + lesson.id).out;
  const std::string start = command_of_start(lesson, Processor::cpu);
  EXPECT_NE(opening.find(start), std::string::npos) << opening;
  expect_success(start.substr(start.find(' ')));
  const std::string file_name = file_of_start(lesson, Processor::cpu);
  const std::string out = expect_success("lesson " + lesson.id + " --quick --variant " + file_name +
                                         " --hints 1 --save a.json --name A --json run.json")
                              .out;
  EXPECT_NE(out.find("Step 1, reached."), std::string::npos) << out;
  EXPECT_NE(out.find("hint 1"), std::string::npos) << out;
  EXPECT_EQ(out.find("(not known here)"), std::string::npos) << out;
  EXPECT_NE(out.find("no file of your own for the GPU was given"), std::string::npos) << out;
  const Answers answers = load_answers(file("a.json").string());
  ASSERT_EQ(answers.lessons.size(), 1U);
  for (const Explained& each : answers.lessons[0].questions) EXPECT_FALSE(each.said.empty()) << each.ask;
  expect_success("lesson " + lesson.id + " --quick --measured run.json");
  expect_success("lesson " + lesson.id + " --quick --variant " + file_name + " --first run.json");
}
INSTANTIATE_TEST_SUITE_P(OfTheProgram, EveryWrittenLesson, ::testing::ValuesIn(lesson_ids(true)), test_name);

TEST(WrittenLessons, AreThoseWhoseFilesAreCalledSo) {
  std::vector<std::string> written;
  std::vector<std::string> others;
  for (const Lesson& each : all_lessons(LessonScale::quick)) (each.is_written() ? written : others).push_back(each.id);
  std::ranges::sort(written);
  std::ranges::sort(others);
  EXPECT_EQ(written, lesson_ids(true));
  EXPECT_EQ(others, lesson_ids(false));
}

TEST(WrittenLessons, ThereIsOneForEachWorkloadThatTakesFiles) {
  for (const Workload* const workload : catalog()) {
    const bool takes = std::ranges::any_of(workload->stages, [](const Stage& each) { return each.own.has_value(); });
    if (!takes) continue;
    const Lesson lesson = find_lesson("write-" + std::string(workload->id), LessonScale::full);
    EXPECT_EQ(&written_workload(lesson), workload);
    EXPECT_EQ(written_for(lesson).size(), 2U) << lesson.id << " is for the CPU as well";
    for (const LessonQuestion& each : lesson.questions) EXPECT_FALSE(each.hints.empty()) << each.ask;
  }
}

TEST(LessonFiles, NamePlacesThatAreThere) {
  const std::vector<Lesson> all = all_lessons(LessonScale::full);
  EXPECT_GE(all.size(), 12U);
  for (const Lesson& each : all) {
    EXPECT_FALSE(each.code.empty()) << each.id;
    for (const CodePlace& place : each.code)
      EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(HETEROSCOPE_SOURCES) / place.file)) << place.file;
    for (const LessonQuestion& question : each.questions) {
      if (question.is_step()) continue;
      // the last may be what none of the choices has
      for (std::size_t i = 0; i + 1 < question.findings.size(); ++i)
        EXPECT_TRUE(question.findings[i].answer) << each.id << question.ask;
    }
  }
}

/// Those for which newer cards or a newer CUDA are needed, or a newer way to use them, whether they are faster or not.
TEST(LessonFiles, MeasureEachNewerVariant) {
  std::set<std::string> measured;
  for (const Lesson& lesson : all_lessons(LessonScale::full)) {
    for (const LessonRow& row : lesson.rows) {
      if (row.settings.execution.processor != Processor::gpu) continue;
      for (const auto& [stage, choice] : row.settings.execution.variants)
        measured.insert(row.settings.problem.workload + " " + choice.gpu);
    }
  }
  for (const char* each :
       {"heat cuda_graph", "heat cuda_dependent", "heat cuda_cooperative", "heat cuda_pipeline", "laplace cuda_graph",
        "laplace cuda_dependent", "laplace cuda_conditional", "binarize cuda_cooperative", "binarize cuda_cluster",
        "binarize cuda_streams", "histogram cuda_cluster", "histogram cuda_vectorised", "transpose cuda_tma",
        "blur cuda_pipeline", "blur cuda_tma", "nbody cuda_cluster", "nbody cuda_multicast",
        "mandelbrot cuda_persistent", "mandelbrot cuda_streams"})
    EXPECT_TRUE(measured.contains(each)) << each;
}

TEST_F(Lessons, AreListedWithWhatTheyLack) {
  const std::string out = expect_success("lesson").out;
  EXPECT_NE(out.find("| schedules "), std::string::npos) << out;
  const char* const gpu = has_gpu() ? "| here " : "| in part here: needs a GPU: ";
  EXPECT_NE(out.find(gpu), std::string::npos) << out;
}

TEST_F(Lessons, OwnOnesAreTakenAndSaved) {
  write("own.json", own_lesson());
  const std::string out = expect_success("lesson --file own.json --answer 2 --save s.json --name Anna").out;
  EXPECT_NE(out.find("You predicted: b. The answer here: b, as you predicted."), std::string::npos) << out;
  EXPECT_NE(out.find("No <difference>: 0."), std::string::npos) << out;
  EXPECT_EQ(out.find("The window has this lesson"), std::string::npos) << "it opens the program's own alone";
  expect_success("lesson --file own.json --answer 1 --save s.json");
  const json saved = json::parse(read_text(file("s.json")));
  EXPECT_EQ(saved["name"], "Anna");
  ASSERT_EQ(saved["lessons"].size(), 1U) << "taken again, it takes the place of the first";
  EXPECT_EQ(saved["lessons"][0]["questions"][0]["predicted"], 1);
  EXPECT_EQ(saved["lessons"][0]["questions"][0]["measured"], 2);
  EXPECT_EQ(saved["lessons"][0]["run"]["rows"].size(), 2U);
}

TEST_F(Lessons, AreExplainedFromWhatAnotherRunMeasured) {
  write("own.json", own_lesson());
  expect_success("lesson --file own.json --answer 2 --json run.json");
  json run = json::parse(read_text(file("run.json")));
  run["beside"][0]["value"] = 7;
  write("run.json", run);
  const std::string out = expect_success("lesson --file own.json --answer 2 --measured run.json").out;
  EXPECT_NE(out.find("You predicted: b. It is undecided here."), std::string::npos) << out;
  const std::string report = expect_success("report run.json --markdown -").out;
  EXPECT_NE(report.find("simd"), std::string::npos);
  expect_refused("lesson schedules --answers 1,1,1 --measured run.json",
                 "run.json: was not measured in the lesson schedules, but in own");
}

TEST_F(Lessons, OfAClassBecomeAPage) {
  write("own.json", own_lesson());
  expect_success("lesson --file own.json --answer 2 --save anna.json --name Anna");
  expect_success("lesson --file own.json --answer 1 --save ben.json --name '<Ben>'");
  expect_success("lesson --class anna.json ben.json --out class.html");
  const std::string page = read_text(file("class.html"));
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(page.find("<h2 id=\"lesson-own-title\">Mine</h2>"), std::string::npos);
  EXPECT_NE(page.find("<td>Anna</td><td>b</td><td>b</td><td>yes</td>"), std::string::npos) << page;
  EXPECT_NE(page.find("<td>&lt;Ben&gt;</td><td>a</td><td>b</td><td>no</td>"), std::string::npos) << page;
  EXPECT_NE(page.find("<td>a</td><td class=\"number\">1</td><td class=\"number\">0</td>"), std::string::npos) << page;
  EXPECT_NE(page.find("No &lt;difference&gt;: 0."), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos) << "it asks for nothing from anywhere";
  json other = json::parse(read_text(file("ben.json")));
  other["lessons"][0]["questions"][0]["ask"] = "Why?";
  write("ben.json", other);
  expect_refused("lesson --class anna.json ben.json --out new.html", "the questions of lesson ");
}

TEST_F(Lessons, BadInput) {
  write("own.json", own_lesson());
  expect_refused("lesson schedule", "there is no lesson \"schedule\"; did you mean schedules?");
  expect_refused("lesson schedules </dev/null",
                 "lesson schedules: 3 predictions are needed, and standard input is not a terminal");
  expect_refused("lesson schedules --answers 1,2", "asks for 3 predictions, separated by commas");
  expect_refused("lesson schedules --answers 1,2,9", "\"9\" is not one of the choices, 1 to 3");
  expect_refused("lesson schedules --answers 1,2,3 --answer 1", "--answer and --answers mean the same; give only one");
  expect_refused("lesson schedules memory --answer 1", "\"memory\" was not expected");
  expect_refused("lesson schedules --file own.json", ": --file already names the lesson");
  expect_refused("lesson --answer 1", "lesson: which one?");
  expect_refused("lesson --file own.json --answer 1 --save s.json", "--save: whose answers are these?");
  expect_refused("lesson --file own.json --answer 1 --name A", "--name belongs to --save");
  expect_refused("lesson --file own.json --answer 1 --save own.json", "own.json");
  expect_refused("lesson --file own.json --answer 1 --out a.html", "--out belongs to --class");
  expect_refused("lesson --file none.json --answer 1", "none.json");
  write("other.json", {{"heteroscope_answers", 1}, {"name", "Ben"}, {"lessons", json::array()}});
  expect_refused("lesson --file own.json --answer 1 --save other.json --name Anna",
                 "--name \"Anna\": other.json contains the answers of \"Ben\"");
  expect_refused("lesson --class", "--class: name one or more files of `heteroscope lesson --save`");
  expect_refused("lesson --class other.json", "--class: --out FILE.html");
  expect_refused("lesson --class other.json --out a.html --quick", "so --quick would change nothing");
  expect_refused("lesson --class own.json --out a.html", "own.json: not a file of `heteroscope lesson --save`");
}

/// What is wrong with a teacher's file is said with its place.
TEST_F(Lessons, BadFiles) {
  const auto refused = [&](const json& lesson, const std::string& words) {
    write("bad.json", lesson);
    expect_refused("lesson --file bad.json --answer 1", words);
  };
  const auto with = [](const std::function<void(json&)>& change) {
    json out = own_lesson();
    change(out);
    return out;
  };
  refused(json::array(), "bad.json: not a lesson: an object with the key");
  refused(with([](json& of) { of["lesson"] = "A B"; }), "bad.json: lesson: may contain only a to z");
  refused(with([](json& of) { of["titel"] = ""; }), "bad.json: titel: unknown key (known: lesson, title");
  refused(with([](json& of) { of.erase("title"); }), "bad.json: title: is missing");
  refused(with([](json& of) { of["scene"] = "text"; }), "bad.json: scene: is not a list");
  refused(with([](json& of) { of["scene"] = {1}; }), "bad.json: scene[0]: is not a text");
  refused(with([](json& of) { of["scene"] = json::array(); }), "bad.json: scene: is missing");
  refused(with([](json& of) { of["rows"] = json::array(); }), "bad.json: rows: 0 given, 1 to 32 possible");
  refused(with([](json& of) { of["rows"][1] = 3; }), "bad.json: rows[1]: is not an object");
  refused(with([](json& of) { of["rows"][1]["id"] = "a"; }), "bad.json: rows[1].id: another row has the id \"a\", too");
  refused(with([](json& of) { of["rows"][1]["id"] = "a.b"; }), "bad.json: rows[1].id: must not contain");
  refused(with([](json& of) { of["rows"][1]["run"] = "--variant nonsense"; }),
          "bad.json: rows[1].run: mandelbrot has no variant 'nonsense'");
  refused(with([](json& of) { of["rows"][1]["stage"] = "mean"; }),
          "bad.json: rows[1].stage: \"mean\" is unknown (known: escape)");
  refused(with([](json& of) { of["questions"] = json::array(); }), "bad.json: questions: 0 given, 1 to 9 possible");
  refused(with([](json& of) { of["questions"][0]["choices"] = {"a"}; }),
          "bad.json: questions[0].choices: 1 given, 2 to 9 possible");
  refused(with([](json& of) { of["questions"][0].erase("findings"); }), "bad.json: questions[0].findings: are missing");
  json::json_pointer finding("/questions/0/findings/0");
  refused(with([&](json& of) { of[finding].erase("if"); }), "bad.json: questions[0].findings[0].if: is missing");
  refused(with([&](json& of) { of[finding]["if"] = "c faster than a"; }),
          "bad.json: questions[0].findings[0].if: \"c.median_ms\": there is no row \"c\" (rows: a, b)");
  refused(with([&](json& of) { of[finding]["answer"] = 3; }),
          "bad.json: questions[0].findings[0].answer: 3 is not one of the choices, 1 to 2");
  refused(with([&](json& of) { of[finding]["then"] = "{c.median_ms}"; }),
          "bad.json: questions[0].findings[0].then: \"c.median_ms\": there is no row \"c\"");
  refused(with([&](json& of) { of[finding]["then"] = "{a.median_ms"; }),
          "bad.json: questions[0].findings[0].then: a brace is not closed");
  refused(with([](json& of) { of["closing"] = {"{nothing}"}; }), "bad.json: closing[0]: \"nothing\": two names");
  refused(with([&](json& of) { of[finding]["if"] = "a.speeed above 2"; }),
          "bad.json: questions[0].findings[0].if: a row has no \"speeed\"");
  refused(with([&](json& of) { of[finding]["else"] = "{a.speeed}"; }),
          "bad.json: questions[0].findings[0].else: a row has no \"speeed\"");
  refused(with([](json& of) { of["show"] = {"threads", "speeed"}; }), "bad.json: show[1]: a row has no \"speeed\"");
}

/// A lesson of a teacher's in which one writes heat for the CPU.
json written_lesson() {
  return {{"lesson", "mine"},
          {"title", "Write"},
          {"scene", {"A scene."}},
          {"setting", "heat --set n=64 --steps 2 --precision fp64"},
          {"rows",
           {{{"id", "plain"}, {"run", "--variant sequential"}},
            {{"id", "own"}, {"own", "cpu"}},
            {{"id", "before"}, {"own", "cpu"}, {"first_save", true}}}},
          {"steps",
           {{{"do", "Compile it."},
             {"hints", {"Read it.", "All of it."}},
             {"goal", "own.repeats above 0"},
             {"then", "{own.median_ms}."},
             {"else", "It was not measured."}},
            {{"do", "Make it a thousand times as fast."},
             {"hints", {"That is impossible."}},
             {"goal", "own faster than before by 1000"},
             {"then", "Indeed."},
             {"else", "Only {ratio:before/own} times."}}}}};
}

TEST_F(Lessons, WithStepsCheckBitsAndTimes) {
  write("mine.json", written_lesson());
  expect_success("new heat my_heat.cpp");
  const std::string right = expect_success("lesson --file mine.json --variant my_heat.cpp --json run.json").out;
  EXPECT_NE(right.find("On the CPU: 1 of 2 steps"), std::string::npos) << right;
  EXPECT_NE(right.find("--hints 1 opens the first one"), std::string::npos) << right;
  std::string text = read_text(file("my_heat.cpp"));
  const std::string written = "step.out(x, y) = step.plain_value(x, y)";
  text.replace(text.find(written), written.size(), "step.out(x, y) = step.plain_value(x, y) + T(1)");
  write_text(file("my_heat.cpp"), text);
  const std::string wrong = expect_success("lesson --file mine.json --variant my_heat.cpp").out;
  EXPECT_NE(wrong.find("On the CPU: 0 of 2 steps"), std::string::npos) << wrong;
  EXPECT_NE(wrong.find("beyond the tolerance"), std::string::npos) << wrong;
}

TEST_F(Lessons, WithStepsRefuseWhatDoesNotFit) {
  write("own.json", own_lesson());
  write("mine.json", written_lesson());
  expect_success("new heat my_heat.cpp");
  expect_success("new blur my_blur.cpp");
  expect_refused("lesson --file own.json --answer 1 --variant my_heat.cpp", "has no steps in which one writes");
  expect_refused("lesson --file own.json --answer 1 --hints 1", "--hints: the lesson own has no steps");
  expect_refused("lesson --file mine.json --answer 1", "the lesson mine has steps, and asks for no predictions");
  expect_refused("lesson --file mine.json --variant my_blur.cpp", "my_blur.cpp: the lesson mine has no row for");
  expect_refused("lesson --file mine.json --variant my_heat.cpp --variant my_heat.cpp", "one file for each processor");
  expect_refused("lesson --file mine.json --variant gone.cpp", "gone.cpp");
  expect_refused("lesson --file mine.json --variant sequential", "a file that ends in .cu or .cpp is needed");
  expect_refused("lesson --file mine.json --json run.json", "which file is measured? Add --variant FILE");
  expect_refused("lesson --file mine.json --variant my_heat.cpp --hints -1", "--hints");
  expect_refused("lesson --file mine.json --variant my_heat.cpp --json my_heat.cpp", "my_heat.cpp");
  expect_refused("lesson --variant my_heat.cpp", "lesson: which one?");
  const auto refused = [&](const std::function<void(json&)>& change, const std::string& words) {
    json bad = written_lesson();
    change(bad);
    write("bad.json", bad);
    expect_refused("lesson --file bad.json", words);
  };
  refused([](json& of) { of["questions"] = json::array(); },
          "bad.json: questions: cannot be asked in a lesson with steps");
  refused([](json& of) { of.erase("steps"); }, "bad.json: steps: are missing: a file of one's own computes a row");
  refused([](json& of) { of["steps"] = json::array(); }, "bad.json: steps: 0 given, 1 to 20 possible");
  refused([](json& of) { of["steps"][0].erase("hints"); }, "bad.json: steps[0].hints: are missing");
  refused([](json& of) { of["steps"][0].erase("goal"); }, "bad.json: steps[0].goal: is missing");
  refused([](json& of) { of["steps"][0].erase("else"); }, "bad.json: steps[0].else: is missing");
  refused([](json& of) { of["steps"][0]["goal"] = "plain.median_ms above 0"; },
          "bad.json: steps[0].goal: is not about a row that a file of one's own computes");
  refused([](json& of) { of["rows"][1]["own"] = "split"; },
          "bad.json: rows[1].own: \"split\" is unknown (known: cpu, gpu)");
  refused([](json& of) { of["rows"][0]["first_save"] = true; }, "bad.json: rows[0].own: is missing");
}

TEST_F(Lessons, WhatOnlyTheMeasurementCanTellIsRefusedThen) {
  json lesson = own_lesson();
  lesson["questions"][0]["findings"][0]["if"] = "order:time/euler equals 1";
  write("own.json", lesson);
  const Result no_study = run("lesson --file own.json --answer 1");
  EXPECT_EQ(no_study.code, 2);
  EXPECT_NE(no_study.error.find("\"order:time/euler\": mandelbrot has no study"), std::string::npos) << no_study.error;
}

TEST_F(Lessons, AnswersThatAreDamagedAreRefused) {
  write("own.json", own_lesson());
  expect_success("lesson --file own.json --answer 2 --save a.json --name Anna");
  const json good = json::parse(read_text(file("a.json")));
  const auto refused = [&](const std::function<void(json&)>& change, const std::string& words) {
    json bad = good;
    change(bad);
    write("bad.json", bad);
    expect_refused("lesson --class bad.json --out a.html", words);
  };
  refused([](json& of) { of["lessons"] = 1; }, "bad.json: lessons: is not a list");
  refused([](json& of) { of["lessons"][0].erase("run"); }, "bad.json: lessons[0].run: is missing");
  refused([](json& of) { of["lessons"][0]["lesson"] = ""; }, "bad.json: lessons[0].lesson: is missing");
  refused([](json& of) { of["lessons"][0]["questions"] = 1; }, "bad.json: lessons[0].questions: is not a list");
  refused([](json& of) { of["lessons"][0]["questions"][0]["predicted"] = 5; },
          "bad.json: lessons[0].questions[0].predicted: 5 is outside 1 to 2");
  refused([](json& of) { of["lessons"][0]["questions"][0]["choices"] = json::array(); },
          "bad.json: lessons[0].questions[0].choices: are missing");
  refused([](json& of) { of["lessons"][0]["questions"][0]["said"] = {1}; },
          "bad.json: lessons[0].questions[0].said: is not a list of texts");
  refused([](json& of) { of["lessons"][0]["run"]["rows"] = 1; }, "bad.json: lessons[0].run: rows: is not a list");
}

}  // namespace
}  // namespace heteroscope::testing
