#include <fmt/format.h>

#include <algorithm>

#include "tests/command/heat_file.hpp"
#include "tests/command/stopped_program.hpp"
#include "tests/json.hpp"

namespace heteroscope::testing {
namespace {

using Tune = Program;

constexpr const char* quick = "tune mandelbrot --size 48x48 --processor cpu --budget 1s ";

TEST_F(Tune, FindsWritesAndKeepsAWinner) {
  const Result result = expect_success(std::string(quick) + "--json a.json --csv a.csv --svg a.svg");
  EXPECT_NE(result.out.find("| winner"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("heteroscope render mandelbrot --size 48x48"), std::string::npos) << result.out;
  const nlohmann::json made = json_of(read_text(file("a.json")));
  EXPECT_EQ(made.at("workload"), "mandelbrot");
  const auto& winner = made.at("points").at(made.at("winner").get<std::size_t>());
  EXPECT_EQ(winner.at("fate"), "checked");
  // what it says computes the picture, and gives the reference's values
  const auto command = winner.at("command").get<std::string>();
  expect_success(command.substr(command.find(' ') + 1) + " --verify");
  EXPECT_TRUE(read_text(file("a.csv")).starts_with("processor,variant,threads,"));
  EXPECT_NE(read_text(file("a.svg")).find("</svg>"), std::string::npos);

  const nlohmann::json kept = json_of(read_text(config() + "/heteroscope/tuned.json"));
  ASSERT_EQ(kept.at("winners").size(), 1u);
  EXPECT_EQ(kept.at("winners")[0].at("size_class"), 11);
  const Result used = expect_success("render mandelbrot --size 60x40 --tuned --verify");
  EXPECT_NE(used.out.find(kept.at("winners")[0].at("settings").at("processor") == "cpu" ? "cpu (" : "gpu ("),
            std::string::npos)
      << used.out;
}

/// Vectors and plain loops differ in pixels there, and none of them is wrong.
TEST_F(Tune, ThrowsOutNothingThatNeedNotAgree) {
  const Result result = expect_success(
      "tune mandelbrot --size 128x128 --set arithmetic=as_compiled --processor cpu --variant simd --variant sequential "
      "--threads 1 --tunable chunk=4 --forget --json a.json");
  EXPECT_EQ(result.out.find("discarded:"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("not compared with the reference: with arithmetic=as_compiled"), std::string::npos)
      << result.out;
  const nlohmann::json written = json_of(read_text(file("a.json")));
  for (const auto& point : written.at("points")) EXPECT_NE(point.at("fate"), "wrong");
}

TEST_F(Tune, WhatIsGivenIsNotSearched) {
  expect_success(
      "tune mandelbrot --size 32x32 --variant simd --variant omp_dynamic --processor cpu --threads 1 "
      "--tunable chunk=4 --tunable vectors=0 --forget --json a.json");
  const nlohmann::json made = json_of(read_text(file("a.json")));
  EXPECT_EQ(made.at("candidates"), 2);
  ASSERT_FALSE(made.at("points").empty());
  for (const auto& point : made.at("points"))
    EXPECT_NE(point.at("command").get<std::string>().find("--tunable chunk=4"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(config() + "/heteroscope/tuned.json")) << "it was to be forgotten";
}

TEST_F(Tune, RecordsAWholeGridAndSearchesInIt) {
  expect_success("tune binarize --size 32x32 --source noise --processor cpu --record grid.json");
  const nlohmann::json grid = json_of(read_text(file("grid.json")));
  EXPECT_EQ(grid.at("points").size(), grid.at("candidates").get<std::size_t>());
  EXPECT_GE(grid.at("axes").size(), 4u) << "a stage's variants each";
  const std::string replay = "tune --replay grid.json --evaluations 8 --seeds 3 --json ";
  expect_success(replay + "a.json");
  expect_success(replay + "b.json");
  EXPECT_EQ(read_text(file("a.json")), read_text(file("b.json")));
  const nlohmann::json runs = json_of(read_text(file("a.json")));
  ASSERT_EQ(runs.at("runs").size(), 3u);
  EXPECT_EQ(runs.at("runs")[2].at("seed"), 3);
  for (const auto& run : runs.at("runs")) EXPECT_GE(run.at("of_best").get<double>(), 1.0);
}

TEST_F(Tune, StepsAndIterationsAreSearchedLikeOthers) {
  const Result result = expect_success("tune heat --set n=33 --steps 4 --processor cpu --budget 1s --forget");
  EXPECT_NE(result.out.find("heat --set n=33 --steps 4"), std::string::npos) << result.out;
}

TEST_F(Tune, AllValuesOfAFilesTunableAreCandidates) {
  write_text(file("mine.cpp"), heat_file(plain_rows) + "HETEROSCOPE_TUNE(tile, 16, {8, 16, 32})\n");
  expect_success(
      "tune heat --set n=33 --steps 4 --processor cpu --threads 1 --precision fp32 --variant mine.cpp --record a.json");
  const std::string record = read_text(file("a.json"));
  for (const char* const value : {"8", "16", "32"})
    EXPECT_NE(record.find(fmt::format("--variant mine.cpp --threads 1 --tunable tile={}\"", value)), record.npos)
        << value << ": " << record;
}

TEST_F(Tune, SaysInALineWhatIsWrong) {
  expect_refused("tune", "which workload?");
  expect_refused("tune nothing", "nothing");
  expect_refused("tune mandelbrot --budget soon", "--budget 'soon'");
  expect_refused("tune mandelbrot --evaluations 0", "--evaluations '0'");
  expect_refused("tune mandelbrot --seed -1", "--seed '-1'");
  expect_refused("tune mandelbrot --variant nope", "nope");
  expect_refused("tune mandelbrot --split 0.5",
                 "--split: tune itself tries how to share; --processor split limits it to that");
  expect_refused("tune mandelbrot --search memory", "--search 'memory' is unknown; known: binding");
  expect_refused("tune mandelbrot --search binding --bind close", "--search 'binding': --bind already sets it");
  expect_refused("tune mandelbrot --seeds 3", "--seeds: only --replay searches more than once");
  expect_refused("tune mandelbrot --record a.json --budget 3s",
                 "--record measures all candidates, so --budget, --evaluations and --json cannot be given");
  expect_refused("tune heat --set fourier=0.5", "; --allow-unstable searches anyway");
  expect_refused("tune mandelbrot --processor cpu --json nowhere/a.json", "nowhere");
  if (!has_gpu()) expect_refused("tune mandelbrot --processor gpu", "nothing can be tried here: ");
}

TEST_F(Tune, ReplayRefusesWhatIsNoRecord) {
  const auto damaged = [&](const std::string& text, const std::string& words) {
    write_text(file("bad.json"), text);
    expect_refused("tune --replay bad.json --evaluations 3", "bad.json: " + words);
  };
  expect_refused("tune --replay none.json --evaluations 3", "none.json");
  damaged("{", "");
  damaged("{}", "not a file of `heteroscope tune --json` or --record, of version 1");
  const std::string head = R"({"heteroscope_tune": 1, "axes": )";
  const std::string axis = R"([{"id": "variant", "values": ["a", "b"]}])";
  damaged(head + "[]}", "axes: must have 1 to 64 entries");
  damaged(head + R"([{"values": ["a"]}]})", "axes[0].id: is missing");
  damaged(head + R"([{"id": "v", "values": [1]}]})", "axes[0].values: is not a list of texts");
  damaged(head + R"([{"id": "v", "values": ["1"], "numbers": [-1]}]})", "axes[0].numbers: must have as many numbers");
  damaged(head + axis + "}", "points: must have 1 to 1000000 entries");
  damaged(head + axis + R"(, "points": [{"at": [0, 1]}]})", "points[0].at: must have 1 places");
  damaged(head + axis + R"(, "points": [{"at": [2]}]})", "points[0].at: 2 is outside -1 to 1");
  damaged(head + axis + R"(, "points": [{"at": [0], "median_ms": 0}]})", "points[0].median_ms: 0 is not a time");
  damaged(head + axis + R"(, "points": [{"at": [0], "median_ms": 1, "interval_ms": [1]}]})",
          "points[0].interval_ms: must have two numbers");
  damaged(head + axis + R"(, "points": [{"at": [0], "why": "no"}]})", "no candidate that was tried has a time");
  write_text(file("good.json"),
             head + axis + R"(, "points": [{"at": [0], "median_ms": 1}, {"at": [1], "median_ms": 2}]})");
  expect_refused("tune --replay good.json", "--replay needs --evaluations: how many candidates the search may try");
  expect_refused("tune --replay good.json --evaluations 2 --budget 3s", "--replay: the file says what is searched");
  expect_refused("tune --replay good.json --evaluations 2 --svg a.svg", "--replay writes only --json");
  EXPECT_NE(expect_success("tune --replay good.json --evaluations 2").out.find("| a "), std::string::npos);
}

TEST_F(Tune, ADamagedFileOfWinnersIsSetAside) {
  std::filesystem::create_directories(config() + "/heteroscope");
  write_text(config() + "/heteroscope/tuned.json", "{");
  const Result result = run(quick);
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(result.error.starts_with("tune: the saved winners cannot be used: ")) << result.error;
  EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
  EXPECT_TRUE(std::filesystem::exists(config() + "/heteroscope/tuned.json.damaged"));
  EXPECT_EQ(json_of(read_text(config() + "/heteroscope/tuned.json")).at("winners").size(), 1u);
}

/// What is kept must be readable where the file is not open: one such winner would have taken all others with it.
TEST_F(Tune, AWinnerOfAPersonsFileIsNotSaved) {
  expect_success("new blur mine.cpp");
  const Result result = run("tune blur --size 64x64 --variant mine.cpp --evaluations 1");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.error.find("tune: the winner is not saved: it is in your own file mine.cpp, which may change\n"),
            std::string::npos)
      << result.error;
  EXPECT_FALSE(std::filesystem::exists(config() + "/heteroscope/tuned.json"));
}

/// What was asked for is there; that nothing is remembered is one line.
TEST_F(Tune, WhereNothingCanBeKeptTheResultIsWrittenAllTheSame) {
  const Result result = run(std::string(quick) + "--json a.json", "export XDG_CONFIG_HOME=/dev/null;");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_TRUE(
      result.error.starts_with("tune: the winner is not saved: cannot write /dev/null/heteroscope/tuned.json: "))
      << result.error;
  EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
  EXPECT_TRUE(json_of(read_text(file("a.json"))).at("winner").is_number());
}

/// The XDG base directory specification: a relative path is ignored.
TEST_F(Tune, ARelativeFolderOfSettingsIsIgnored) {
  const Result result = run(quick, "export XDG_CONFIG_HOME=rel HOME=\"$PWD/home\";");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_FALSE(std::filesystem::exists(file("rel")));
  EXPECT_TRUE(std::filesystem::exists(file("home/.config/heteroscope/tuned.json")));
  const Result nowhere = run(quick, "export XDG_CONFIG_HOME=rel HOME=other;");
  EXPECT_EQ(nowhere.code, 0);
  EXPECT_EQ(nowhere.error, "tune: the winner is not saved: neither XDG_CONFIG_HOME nor HOME names an absolute path\n");
  EXPECT_FALSE(std::filesystem::exists(file("other")));
}

TEST_F(Tune, RenderWithoutAWinnerSaysSo) {
  expect_refused(
      "render mandelbrot --tuned --out a.png",
      "--tuned: no winner is saved for mandelbrot at this precision and size on this machine (heteroscope tune");
  expect_refused("render mandelbrot --tuned --threads 2 --out a.png",
                 "--tuned sets how the result is computed: leave out --processor, --variant and similar "
                 "options");
}

TEST_F(Tune, InterruptedItKeepsTheBestSoFar) {
  // so large that the search takes half a minute of a quiet machine, while its first candidates take a fraction of a
  // second; where these were not there yet, it gets more time
  Result result;
  for (int seconds = 2; seconds <= 64; seconds *= 2) {
    result = run("tune mandelbrot --size 2048x2048 --processor cpu --budget 300s --json a.json",
                 fmt::format("timeout -s INT {}", seconds));
    if (result.out.find("it was stopped") != std::string::npos &&
        json_of(read_text(file("a.json"))).at("winner").is_number())
      break;
  }
  EXPECT_NE(result.out.find("it was stopped"), std::string::npos) << result.out << result.error;
  EXPECT_NE(result.error.find("heteroscope: tune was stopped after "), std::string::npos) << result.error;
  EXPECT_TRUE(json_of(read_text(file("a.json"))).at("winner").is_number());
  EXPECT_FALSE(std::filesystem::exists(config() + "/heteroscope/tuned.json"))
      << "a search that was ended keeps nothing";
}

class StoppedTune : public StoppedProgram {};

/// Its only candidate computes for hours, and so does the reference that it would be compared with.
TEST_F(StoppedTune, ARunUnderWayIsGivenUp) {
  const int status = stopped_by(SIGINT,
                                "tune mandelbrot --scene inside --set max_iterations=1000000 --size 8192x8192 "
                                "--processor cpu --variant sequential --precision fp64 --budget 10s --json a.json",
                                [&] { return cpu_seconds() > 1; });
  ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(read_text(file("error")).find("tune was stopped after 0 candidates"), std::string::npos);
  const nlohmann::json made = json_of(read_text(file("a.json")));
  EXPECT_TRUE(made.at("points").empty()) << made;
}

TEST_F(Tune, TunablesAreChosenSavedAndRefused) {
  expect_success("render mandelbrot --size 16x16 --variant simd --tunable chunk=8 --out a.png");
  EXPECT_NE(read_text(file("a.png")).find("\"tunables\""), std::string::npos);
  expect_success("render --settings a.png --verify");
  expect_refused("render mandelbrot --tunable chunk=3 --variant simd --out c.png", "1, 2, 4, 8, 16, 32, 64");
  expect_refused("render mandelbrot --tunable chunk --out c.png", "--tunable 'chunk' is not KEY=VALUE");
  expect_refused("render mandelbrot --tunable chunk=1 --tunable chunk=2 --out c.png", "'chunk=1' already sets it");
  expect_refused("render mandelbrot --tunable chunk=x --out c.png", "--tunable chunk 'x' is not a whole number");
  expect_refused("render mandelbrot --tunable chunk=2 --variant omp_static --out c.png",
                 "--tunable 'chunk=2': omp_static has no such tunable");
  const nlohmann::json list = json_of(expect_success("list --json").out);
  EXPECT_NE(dump_of(list).find("\"tunables\""), std::string::npos);
  EXPECT_NE(expect_success("list").out.find("tunable chunk 1 2 4 8 16 32 64 (default 1)"), std::string::npos);
  write_text(file("bad.json"), R"({"heteroscope": 1, "workload": "mandelbrot", "tunables": {"chunk": 1.5}})");
  expect_refused("render --settings bad.json --out c.png", "bad.json: tunables.chunk: 1.5 is not a whole number");
  write_text(file("bad.json"), R"({"heteroscope": 1, "workload": "mandelbrot", "tunables": {"chunk": -1}})");
  expect_refused("render --settings bad.json --out c.png", "bad.json: tunables.chunk: -1 is outside 0 to");
}

}  // namespace
}  // namespace heteroscope::testing
