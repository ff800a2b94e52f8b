#include <signal.h>

#include <set>

#include "tests/command/schema.hpp"
#include "tests/command/stopped_program.hpp"
#include "tests/json.hpp"

/// `bench --resume`, and what is left of a bench that is stopped or killed.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class BenchResume : public StoppedProgram {
 protected:
  /// Some groups of rows, each of which takes a while.
  static constexpr const char* some =
      "bench mandelbrot --size 64x64 --processor cpu --variant sequential --variant simd --within 0 --budget 0.06";

  [[nodiscard]] json saved(const std::string& name) const { return json_of(read_text(file(name))); }

  /// The signal comes once `name` is there.
  [[nodiscard]] int stopped_by(int signal, const std::string& arguments, const std::string& name) const {
    return StoppedProgram::stopped_by(signal, arguments, [&] { return std::filesystem::exists(file(name)); });
  }

  /// What is kept while it measures.
  static constexpr const char* kept_file = "run.json.unfinished";

  /// Which rows they are; fails where one is there twice.
  static std::set<std::string> keys(const json& result) {
    std::set<std::string> out;
    for (const json& row : result.at("rows")) {
      const std::string key = row.at("scene").dump() + row.at("variant").dump() + row.at("settings").dump();
      EXPECT_TRUE(out.insert(key).second) << key;
    }
    return out;
  }

  /// Goes on from run.json, and holds it against a run in one go.
  void expect_all_after_resume(const char* from) {
    const json before = saved(from);
    const std::size_t rows = before.at("rows").size();
    ASSERT_GT(rows, 0U);
    EXPECT_EQ(against_schema(before, "bench.schema.json"), "");
    const Result result = expect_success(std::string(some) + " --json run.json --resume");
    EXPECT_FALSE(std::filesystem::exists(file(kept_file)));
    const json after = saved("run.json");
    EXPECT_EQ(against_schema(after, "bench.schema.json"), "");
    expect_success(std::string(some) + " --repeat 1 --json whole.json", true);
    EXPECT_EQ(keys(after), keys(saved("whole.json")));
    ASSERT_GT(after.at("rows").size(), rows) << "it was stopped in the middle";
    EXPECT_EQ(after.at("cases"), after.at("rows").size());
    for (std::size_t i = 0; i < rows; ++i) {
      for (const char* kept : {"variant", "median_ms", "repeats", "first_ms"})
        EXPECT_EQ(after.at("rows").at(i).at(kept), before.at("rows").at(i).at(kept)) << "lost: row " << i;
    }
    for (const json& row : after.at("rows")) EXPECT_TRUE(row.at("speedup").is_number());
    EXPECT_EQ(after.at("earlier").at(0).at("rows"), rows);
    EXPECT_EQ(result.out.find("Stopped"), std::string::npos) << result.out;
  }

  Result expect_success(const std::string& arguments, bool one_run = false) const {
    std::string line = arguments;
    if (one_run) line.erase(line.find(" --within 0 --budget 0.06"), std::string(" --within 0 --budget 0.06").size());
    return Program::expect_success(line);
  }
};

TEST_F(BenchResume, AfterItWasKilled) {
  write_text(file("run.json"), "yesterday's");
  const int status = stopped_by(SIGKILL, std::string(some) + " --json run.json", kept_file);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(read_text(file("run.json")), "yesterday's") << "what is there stays until there is all of it";
  expect_all_after_resume(kept_file);
}

TEST_F(BenchResume, AfterCtrlC) {
  const int status = stopped_by(SIGINT, std::string(some) + " --json run.json --csv run.csv", kept_file);
  ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::size_t rows = saved("run.json").at("rows").size();
  const std::string error = read_text(file("error"));
  EXPECT_NE(error.find("bench was stopped after " + std::to_string(rows) + " of "), std::string::npos) << error;
  EXPECT_NE(error.find("; --json run.json --resume continues\n"), std::string::npos) << error;
  const std::string out = read_text(file("out"));
  EXPECT_NE(out.find("The run was stopped: "), std::string::npos) << out;
  EXPECT_NE(out.find("sequential"), std::string::npos) << "what was measured is reported: " << out;
  EXPECT_NE(read_text(file("run.csv")).find("sequential"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file(kept_file)));
  expect_all_after_resume("run.json");
}

/// Of a collection each part goes on from its own rows.
TEST_F(BenchResume, OfSeveralSuitesAfterTheyWereKilled) {
  const std::string line = "bench quick --processor cpu --repeat 1 --json run.json";
  ASSERT_TRUE(WIFSIGNALED(stopped_by(SIGKILL, line, kept_file)));
  const json before = saved(kept_file).at("parts");
  ASSERT_EQ(run(line + " --resume").code, 0);
  const json after = saved("run.json").at("parts");
  ASSERT_GT(after.size(), before.size()) << "it was stopped in the middle";
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::size_t rows = before.at(i).at("rows").size();
    EXPECT_EQ(after.at(i).at("title"), before.at(i).at("title"));
    EXPECT_EQ(after.at(i).at("earlier").at(0).at("rows"), rows);
    EXPECT_EQ(after.at(i).at("rows").at(0).at("median_ms"), before.at(i).at("rows").at(0).at("median_ms")) << "lost";
  }
  for (const json& part : after) EXPECT_EQ(part.at("cases"), part.at("rows").size());
}

TEST_F(BenchResume, WithoutARowNothingIsReported) {
  const int status = stopped_by(SIGTERM, std::string(some) + " --json run.json", "error");
  ASSERT_TRUE(WIFEXITED(status) || WIFSIGNALED(status));  // the handler may not have been there yet
  EXPECT_FALSE(std::filesystem::exists(file("run.json")));
  if (!WIFEXITED(status)) return;
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(read_text(file("error")).find("bench was stopped after 0 of "), std::string::npos);
}

TEST_F(BenchResume, OfWhatIsAllThere) {
  const std::string line =
      "bench mandelbrot --size 16x16 --scene inside --precision fp32 --variant sequential --repeat 6 --json run.json "
      "--resume";
  Program::expect_success(line);
  const json first = saved("run.json");
  Program::expect_success(line);
  const json second = saved("run.json");
  EXPECT_EQ(first.at("rows"), second.at("rows")) << "not measured again";
  EXPECT_EQ(first.at("ceilings"), second.at("ceilings"));
  EXPECT_EQ(first.at("noise"), second.at("noise"));
}

/// A row that computes for hours, and is given up. Ceilings and noise come first; for this size they compute for half a
/// second.
TEST_F(BenchResume, ARunUnderWayIsGivenUp) {
  const int status = StoppedProgram::stopped_by(
      SIGINT,
      "bench mandelbrot --scene inside --set max_iterations=1000000 --size 2048x2048 --processor cpu "
      "--precision fp64 --variant sequential --repeat 3 --json run.json",
      [&] { return cpu_seconds() > 3; });
  ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const std::string error = read_text(file("error"));
  EXPECT_NE(error.find("bench was stopped after 0 of "), std::string::npos) << error;
}

TEST_F(BenchResume, BadInput) {
  const std::string line =
      "bench mandelbrot --size 16x16 --scene inside --precision fp32 --variant sequential --repeat 2";
  write_text(file(kept_file), "rows");
  const Result anew = run(line + " --json run.json");
  EXPECT_EQ(anew.code, 0) << anew.error;
  EXPECT_NE(anew.error.find("will be replaced; --resume continues it"), std::string::npos) << anew.error;
  expect_refused(line + " --resume", "--resume continues from the file of --json; name one");
  expect_refused(line + " --json - --resume", "--resume");
  Program::expect_success(line + " --json run.json");
  const json right = saved("run.json");
  expect_refused(line + " --json run.json --resume --cold", "--resume: run.json was measured with another cold");
  expect_refused("bench mandelbrot --size 16x16 --scene inside --precision fp32 --repeat 3 --json run.json --resume",
                 "measured with another repeat: then \"2\", now \"3\"");
  expect_refused("bench heat --repeat 2 --json run.json --resume", "measured with another suite: then \"mandelbrot\"");
  expect_refused("bench mandelbrot --size 16x16 --scene inside --precision fp64 --repeat 2 --json run.json --resume",
                 "--resume: row 1 of run.json is not measured now");
  json other = right;
  other["machine"]["cpu"] = "an abacus";
  write_text(file("run.json"), other.dump());
  expect_refused(line + " --json run.json --resume", "measured with another CPU: then \"an abacus\"");
  json twice = right;
  twice["rows"].push_back(twice["rows"][0]);
  write_text(file("run.json"), twice.dump());
  expect_refused(line + " --json run.json --resume", "row 2 of run.json is not measured now");
  expect_refused(line + " --json run.json --csv run.json.unfinished", "named for two outputs");
  std::filesystem::create_directory(file(kept_file));
  expect_refused(line + " --json run.json", "run.json.unfinished is a folder");
  std::filesystem::remove(file(kept_file));
  write_text(file("run.json"), "{}");
  expect_refused(line + " --json run.json --resume", "run.json: not a result of `heteroscope bench --json`");
}

TEST_F(BenchResume, ColdCachesAreMeasuredBesideWarmOnes) {
  const Result shown = Program::expect_success(
      "bench blur --size 64x64 --processor cpu --precision fp32 --variant sequential --repeat 3 --cold --json "
      "run.json");
  EXPECT_NE(shown.out.find("cold/warm"), std::string::npos) << shown.out;
  const json result = saved("run.json");
  EXPECT_EQ(against_schema(result, "bench.schema.json"), "");
  EXPECT_EQ(result.at("effort").at("cold"), true);
  for (const json& row : result.at("rows")) EXPECT_GT(row.at("cold_ms").get<double>(), 0);
  const Result again = run("bench --again run.json --csv -", "export HETEROSCOPE_MEMORY_LIMIT=4G;");
  EXPECT_EQ(again.code, 0) << again.error;
  EXPECT_NE(again.out.find("cold_ms"), std::string::npos);
}

}  // namespace
}  // namespace heteroscope::testing
