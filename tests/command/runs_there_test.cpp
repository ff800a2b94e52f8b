#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/command/heat_file.hpp"
#include "tests/command/machines.hpp"
#include "tests/unit/set_variable.hpp"

/// Commands and frames on a machine elsewhere whose link is lost: a worker behind a pipe on this machine, which the
/// test ends. What was begun goes on, is found again, or is fetched later.
namespace heteroscope::testing {
namespace {

namespace fs = std::filesystem;

class RunsThere : public Machines {
 protected:
  /// The worker says which process it is, none begins while there is a file `down`, and none greets while there is one
  /// that is called `silent`.
  void SetUp() override {
    write_text(there("via"),
               fmt::format("cd '{0}' || exit 1\ntest -e down && exit 7\n"
                           "test -e silent && {{ touch asked; exec cat >/dev/null; }}\necho $$ > worker-$$\n"
                           "unset CXX\nXDG_CACHE_HOME='{0}/cache' exec '{1}' worker\n",
                           beside_.path().string(), program()));
    add("there", fmt::format("sh '{}'", there("via").string()));
  }

  /// What the machine has beside the program's folder here.
  [[nodiscard]] fs::path there(const std::string& name) const { return beside_.path() / name; }
  [[nodiscard]] std::vector<fs::path> kept_runs() const {
    std::vector<fs::path> out;
    const fs::path all = there("cache/heteroscope/runs");
    if (!fs::exists(all)) return out;
    for (const auto& machine : fs::directory_iterator(all)) {
      for (const auto& each : fs::directory_iterator(machine.path())) {
        if (fs::exists(each.path() / "request")) out.push_back(each.path());
      }
    }
    return out;
  }
  /// Ends each worker that has not been ended yet.
  void end_workers() const {
    for (const auto& each : fs::directory_iterator(beside_.path())) {
      const std::string name = each.path().filename().string();
      if (!name.starts_with("worker-") || !ended_.insert(name).second) continue;
      kill(static_cast<pid_t>(std::stol(name.substr(name.find('-') + 1))), SIGKILL);
    }
  }
  /// Runs the program and ends `count` workers on the way, one each time `is_there` says so. Returns its exit code.
  [[nodiscard]] int run_with_losses(const std::string& arguments, int count,
                                    const std::function<bool()>& is_there) const {
    ended_.clear();
    for (const auto& each : fs::directory_iterator(beside_.path())) {
      if (each.path().filename().string().starts_with("worker-")) fs::remove(each.path());
    }
    const int status = stopped_by(SIGKILL, arguments, [&] {
      const std::size_t before = ended_.size();
      if (static_cast<int>(before) < count && is_there()) end_workers();
      return false;
    });
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// Whether a run has come to its end: its exit code stands in place of blanks.
  static bool has_ended(const fs::path& run) { return !read_text(run / "code").starts_with(' '); }
  static void wait_for_end(const fs::path& run) {
    EXPECT_TRUE(happens([&] { return has_ended(run); })) << run;
  }
  /// Waits for an event, a minute at most.
  template <class Event>
  static bool happens(Event event) {
    constexpr int most = 12'000;
    for (int i = 0; i < most; ++i) {
      if (event()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  /// Returns the process that works in the folder, or whose words have it; 0: there is none.
  static pid_t process_of(const fs::path& folder) {
    const fs::path wanted = fs::canonical(folder);
    for (const auto& each : fs::directory_iterator("/proc")) {
      const std::string name = each.path().filename().string();
      if (name.find_first_not_of("0123456789") != std::string::npos) continue;
      std::error_code gone;
      const bool works_there = fs::read_symlink(each.path() / "cwd", gone) == wanted;
      if (works_there || read_text(each.path() / "cmdline").ends_with(folder.string() + '\0')) return std::stoi(name);
    }
    return 0;
  }
  /// Ends the keeper of a run, once its command has begun; the command goes on. False: that had ended.
  static bool end_keeper_of(const fs::path& run) {
    if (!happens([&] { return !read_text(run / "process").starts_with(' ') || has_ended(run); })) return false;
    const pid_t keeper = process_of(run);
    return keeper > 0 && kill(keeper, SIGKILL) == 0 && !has_ended(run);
  }
  static void make_old(const fs::path& file, std::chrono::hours age) {
    fs::last_write_time(file, fs::file_time_type::clock::now() - age);
  }

  static constexpr const char* bench =
      "bench mandelbrot --scene full --size 256x256 --precision fp32 --variant simd --repeat 300 "
      "--processor cpu@there --json rows.json ";
  /// It does not come to its end by itself while a test lasts.
  static constexpr const char* left_there =
      "bench mandelbrot --size 512x512 --repeat 100000 --variant simd --precision fp32 --processor cpu@there --detach";

 private:
  SetVariable config_{"XDG_CONFIG_HOME", config()};
  TemporaryFolder beside_;
  mutable std::set<std::string> ended_;
};

TEST_F(RunsThere, OutliveALinkThatIsLostAgainAndAgain) {
  EXPECT_EQ(run_with_losses(bench, 3, [&] { return !kept_runs().empty(); }), 0) << read_text(file("error"));
  EXPECT_NE(read_text(file("rows.json")).find("\"median_ms\""), std::string::npos);
  const std::string out = read_text(file("out"));
  EXPECT_EQ(out.find("Ceilings, measured"), out.rfind("Ceilings, measured")) << "what was printed comes once: " << out;
  EXPECT_TRUE(kept_runs().empty());
}

TEST_F(RunsThere, AreLeftThereOnRequestAndFetched) {
  const Result begun = run(std::string(bench) + "--detach");
  EXPECT_EQ(begun.code, 0) << begun.error;
  EXPECT_NE(begun.out.find("heteroscope machines fetch there "), std::string::npos) << begun.out;
  EXPECT_FALSE(fs::exists(file("rows.json")));
  const std::string listed = run("machines").out;
  EXPECT_NE(listed.find("there: run "), std::string::npos) << listed;
  expect_refused("machines fetch there 00000000", "has no saved run \"00000000\"");
  ASSERT_EQ(kept_runs().size(), 1U);
  wait_for_end(kept_runs().front());
  write_text(file("rows.json"), "precious");
  expect_refused("machines fetch there", "rows.json is here already");
  fs::remove(file("rows.json"));
  const Result fetched = run("machines fetch there");
  EXPECT_EQ(fetched.code, 0) << fetched.error;
  EXPECT_NE(fetched.out.find("simd"), std::string::npos) << fetched.out;
  EXPECT_NE(read_text(file("rows.json")).find("\"median_ms\""), std::string::npos);
  EXPECT_TRUE(kept_runs().empty());
}

TEST_F(RunsThere, AreFetchedAfterPatienceHasEnded) {
  const SetVariable patience("HETEROSCOPE_LINK_PATIENCE", "0.01");
  const int code = run_with_losses(bench, 1, [&] {
    if (kept_runs().empty()) return false;
    write_text(there("down"), "");
    return true;
  });
  fs::remove(there("down"));
  const std::string error = read_text(file("error"));
  EXPECT_EQ(code, 2) << error;
  EXPECT_NE(error.find("heteroscope machines fetch there "), std::string::npos) << error;
  EXPECT_FALSE(fs::exists(file("rows.json")));
  EXPECT_EQ(run("machines fetch there").code, 0);
  EXPECT_TRUE(fs::exists(file("rows.json")));
}

TEST_F(RunsThere, AreUnderWayAsLongAsTheirCommandsAre) {
  ASSERT_EQ(run("bench mandelbrot --scene full --size 256x256 --precision fp32 --variant simd --repeat 600 "
                "--processor cpu@there --json rows.json --detach")
                .code,
            0);
  ASSERT_EQ(kept_runs().size(), 1U);
  const fs::path kept = kept_runs().front();
  if (!end_keeper_of(kept)) GTEST_SKIP() << "it had ended before its keeper could be ended";
  const Result fetched = run("machines fetch there");
  EXPECT_EQ(fetched.code, 3) << fetched.error;
  EXPECT_NE(fetched.error.find("the command did not finish there"), std::string::npos) << fetched.error;
  EXPECT_NE(read_text(file("rows.json")).find("\"median_ms\""), std::string::npos) << "it was waited for";
  EXPECT_TRUE(kept_runs().empty());
}

TEST_F(RunsThere, EndByCtrlCWhereTheirKeepersHaveGone) {
  ASSERT_EQ(run(left_there).code, 0);
  ASSERT_EQ(kept_runs().size(), 1U);
  const fs::path kept = kept_runs().front();
  ASSERT_TRUE(end_keeper_of(kept));
  make_old(kept / "followed", std::chrono::hours(1));
  const fs::file_time_type before = fs::last_write_time(kept / "followed");
  const int status =
      stopped_by(SIGINT, "machines fetch there", [&] { return fs::last_write_time(kept / "followed") != before; });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3) << read_text(file("error"));
  EXPECT_TRUE(kept_runs().empty());
}

/// A worker's own limits are not theirs.
TEST_F(RunsThere, HaveTheLimitsOfALogin) {
  ASSERT_EQ(run(left_there).code, 0);
  ASSERT_EQ(kept_runs().size(), 1U);
  const fs::path kept = kept_runs().front();
  pid_t process = 0;
  while (process == 0 && !has_ended(kept)) process = process_of(kept / "files");
  ASSERT_GT(process, 0);
  for (const char* const each : {"limits", "oom_score_adj"})
    EXPECT_EQ(read_text(fmt::format("/proc/{}/{}", process, each)), read_text(fmt::format("/proc/self/{}", each)));
  make_old(kept / "followed", std::chrono::hours(25));
  wait_for_end(kept);
}

/// Ctrl-C is heard while a machine is waited for that does not greet.
TEST_F(RunsThere, AreNotBegunAfterCtrlC) {
  write_text(there("silent"), "");
  const int status = stopped_by(SIGINT, bench, [&] { return fs::exists(there("asked")); });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_NE(read_text(file("error")).find("stopped before it had been reached"), std::string::npos)
      << read_text(file("error"));
  EXPECT_TRUE(kept_runs().empty());
}

TEST_F(RunsThere, EndByCtrlC) {
  const int status = stopped_before(
      "rows.json", SIGINT,
      "bench mandelbrot --scene full --size 64x48 --repeat 2000 --variant simd --processor cpu@there --json rows.json",
      [&] { return !kept_runs().empty(); });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130) << read_text(file("error"));
  EXPECT_TRUE(kept_runs().empty());
}

/// As a command here does. The command begins once the other end of the pipe has gone.
TEST_F(RunsThere, EndWhereNobodyReads) {
  write_text(file("piped.sh"),
             fmt::format("{{ (while echo; do :; done) 2>/dev/null; '{}' bench mandelbrot --scene full --size 64x48 "
                         "--repeat 2000 --variant simd --processor cpu@there --json rows.json; echo $? >status; }} "
                         "2>error | :",
                         program()));
  ASSERT_EQ(std::system(fmt::format("cd '{}' && sh piped.sh", folder()).c_str()), 0);
  EXPECT_EQ(read_text(file("status")), fmt::format("{}\n", 128 + SIGPIPE)) << read_text(file("error"));
  EXPECT_FALSE(fs::exists(file("rows.json")));
  EXPECT_TRUE(kept_runs().empty());
}

/// A day and a week later, as the files' times have it.
TEST_F(RunsThere, ThatNobodyAsksForEndAndGo) {
  EXPECT_EQ(run(left_there).code, 0);
  ASSERT_EQ(kept_runs().size(), 1U);
  const fs::path kept = kept_runs().front();
  make_old(kept / "followed", std::chrono::hours(25));
  wait_for_end(kept);
  EXPECT_TRUE(read_text(kept / "code").starts_with("130\n"));
  EXPECT_NE(run("machines").out.find("ended with exit code 130"), std::string::npos);
  for (const char* const each : {"request", "code"}) make_old(kept / each, std::chrono::hours(8 * 24));
  EXPECT_EQ(run("machines").out.find("there: run "), std::string::npos);
  EXPECT_TRUE(kept_runs().empty());
}

TEST_F(RunsThere, PostersGoOnOverANewLink) {
  const std::string poster = "render mandelbrot --scene seahorses --size 512x384 --tile 64x64 --out ";
  ASSERT_EQ(run(poster + "here.png --processor cpu").code, 0);
  const auto has_pieces = [&] { return fs::exists(file("there.png.unfinished")); };
  EXPECT_EQ(run_with_losses(poster + "there.png --processor cpu@there", 1, has_pieces), 0) << read_text(file("error"));
  ASSERT_EQ(run("diff here.png there.png").code, 0);
  fs::remove(file("there.png"));
  const SetVariable patience("HETEROSCOPE_LINK_PATIENCE", "0.01");
  const int code = run_with_losses(poster + "there.png --processor cpu@there", 1, [&] {
    if (!fs::exists(file("there.png.unfinished.json"))) return false;
    write_text(there("down"), "");
    return true;
  });
  fs::remove(there("down"));
  if (code == 0) GTEST_SKIP() << "it was done before its state was written";
  EXPECT_NE(read_text(file("error")).find("--resume continues"), std::string::npos) << read_text(file("error"));
  EXPECT_EQ(run(poster + "there.png --processor cpu@there --resume").code, 0);
  EXPECT_EQ(run("diff here.png there.png").code, 0);
}

/// The rows there wait for the machine, and those here for them.
TEST_F(RunsThere, PostersWhoseRowsAreSharedGoOnOverANewLink) {
  const std::string poster = "render mandelbrot --scene seahorses --size 512x384 --tile 64x64 --out ";
  ASSERT_EQ(run(poster + "here.png --processor cpu").code, 0);
  const auto has_pieces = [&] { return fs::exists(file("there.png.unfinished")); };
  for (const char* const how : {"0.5", "queue"}) {
    const std::string shared = fmt::format("{}there.png --processor split:cpu,cpu@there --split {}", poster, how);
    EXPECT_EQ(run_with_losses(shared, 1, has_pieces), 0) << read_text(file("error"));
    ASSERT_EQ(run("diff here.png there.png").code, 0);
    fs::remove(file("there.png"));
  }
}

/// Variants of one's own cross as texts, and are compiled there: this machine has no compiler.
class OwnVariantsThere : public RunsThere {
 protected:
  static constexpr const char* no_compiler = "export CXX=/there/is/none;";
  static constexpr const char* render =
      "render heat --set n=40 --steps 5 --variant mine.cpp --processor cpu@there --out mine.npy";
  void write_heat(const std::string& body) const { write_text(file("mine.cpp"), heat_file(body)); }
};

TEST_F(OwnVariantsThere, HaveTheSameBits) {
  write_heat(plain_rows);
  const Result far = run(render, no_compiler);
  EXPECT_EQ(far.code, 0) << far.error;
  expect_success("render heat --set n=40 --steps 5 --variant sequential --out reference.npy");
  EXPECT_EQ(read_text(file("mine.npy")), read_text(file("reference.npy")));
}

TEST_F(OwnVariantsThere, SayWhatIsWrongAsHere) {
  write_heat("  step.out(0, 0) = undeclared;");
  const Result refused = run(render, no_compiler);
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.error.find(fmt::format("mine.cpp:{}:", heat_body_line)), std::string::npos) << refused.error;
  write_heat("  std::abort();");
  const Result ended = run(render, no_compiler);
  EXPECT_EQ(ended.code, 3);
  EXPECT_NE(ended.error.find("there: mine.cpp:"), std::string::npos) << ended.error;
  EXPECT_NE(ended.error.find("Aborted"), std::string::npos) << ended.error;
  EXPECT_FALSE(fs::exists(file("mine.npy")));
}

TEST_F(OwnVariantsThere, GoAlongWithCommands) {
  fs::create_directory(file("class"));
  write_text(file("class/anna.cpp"), heat_file(plain_rows));
  write_text(file("class/carl.cpp"), heat_file("  this is no C++"));
  const Result measured = run(
      "bench heat --set n=64 --steps 3 --precision fp64 --threads 1 --variants class/ --repeat 3 --processor cpu@there "
      "--csv -",
      no_compiler);
  EXPECT_EQ(measured.code, 0) << measured.error;
  EXPECT_NE(measured.out.find("anna.cpp"), std::string::npos) << measured.out;
  EXPECT_NE(measured.error.find(fmt::format("class/carl.cpp:{}:", heat_body_line)), std::string::npos)
      << "as it is called here: " << measured.error;
  EXPECT_EQ(measured.error.find("sent-"), std::string::npos) << measured.error;
  write_heat("  step.out(0, 0) = undeclared;");
  const Result wrong = run("verify heat --variant mine.cpp --processor cpu@there", no_compiler);
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.error.find(fmt::format("mine.cpp:{}:", heat_body_line)), std::string::npos) << wrong.error;
  EXPECT_EQ(wrong.error.find("cache/"), std::string::npos) << wrong.error;
  write_heat("");
  const Result differing = run("verify heat --variant mine.cpp --processor cpu@there", no_compiler);
  EXPECT_EQ(differing.code, 1) << differing.error;
  EXPECT_NE(differing.out.find("--processor cpu@there --variant mine.cpp"), std::string::npos)
      << "the command line is for here: " << differing.out;
}

/// Nothing is compiled for what only settings name.
TEST_F(OwnVariantsThere, AreNotFoundByTheirNamesInSettings) {
  write_heat(plain_rows);
  ASSERT_EQ(run("render heat --set n=40 --steps 5 --variant mine.cpp --processor cpu@there --out saved.png").code, 0);
  expect_refused("render --settings saved.png --out again.npy", "from a file that is not open");
}

}  // namespace
}  // namespace heteroscope::testing
