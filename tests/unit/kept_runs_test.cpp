#include "core/serving/kept_runs.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/io/file_lock.hpp"
#include "core/link/files_there.hpp"
#include "core/process/process_start.hpp"
#include "tests/unit/received_file.hpp"
#include "tests/unit/temporary_folder.hpp"

/// Folders of runs, without a command: what is asked for from elsewhere writes and reads nothing beside them.
namespace heteroscope {
namespace {

namespace fs = std::filesystem;

constexpr const char* name = "0123abcd";

/// Names that lead out of a run's folder, or to no file.
const std::vector<std::string> wrong_names{
    "", "/", "/tmp/a", "..", "../a", "a/../../b", "a/..", ".", "./a", "a/", std::string("a\0b", 3)};

class Runs : public ::testing::Test {
 protected:
  [[nodiscard]] fs::path folder() const { return folder_.path() / "runs"; }
  [[nodiscard]] KeptRuns runs() const { return KeptRuns(folder()); }
  /// Whether it is refused, and leaves nothing.
  [[nodiscard]] bool is_refused(const RunRequest& request) const {
    EXPECT_THROW((void)runs().begin(request, received_), BadInput);
    return runs().list().empty();
  }

 private:
  testing::TemporaryFolder folder_;

 protected:
  ReceivedFiles received_;
  std::string content_ = testing::receive(received_, "bytes");
};

TEST_F(Runs, WriteNothingBesideTheirFolders) {
  for (const std::string& wrong : wrong_names) {
    SCOPED_TRACE(wrong);
    EXPECT_TRUE(is_refused({.run = name, .words = {"list"}, .inputs = {{wrong, content_}}, .outputs = {}}));
    EXPECT_TRUE(is_refused({.run = name, .words = {"list"}, .inputs = {}, .outputs = {wrong}}));
  }
  for (const char* const run : {"", "..", "0123abc", "0123abcde", "0123ABCD", "../abcde"})
    EXPECT_TRUE(is_refused({.run = run, .words = {"list"}, .inputs = {}, .outputs = {}})) << run;
  const std::vector<std::string> many(most_run_outputs + 1, "sent-0/a.json");
  EXPECT_TRUE(is_refused({.run = name, .words = {"list"}, .inputs = {}, .outputs = many}));
}

TEST_F(Runs, ThatCannotBeginLeaveNothing) {
  const std::vector<SentFile> a_file_and_a_folder{{"a", content_}, {"a/b", content_}};
  EXPECT_TRUE(is_refused({.run = name, .words = {"list"}, .inputs = a_file_and_a_folder, .outputs = {}}));
  std::vector<SentFile> many;
  for (std::size_t i = 0; i <= FilesThere::most_kept; ++i) many.push_back({std::to_string(i), content_});
  EXPECT_TRUE(is_refused({.run = name, .words = {"list"}, .inputs = many, .outputs = {}}));
  EXPECT_FALSE(fs::exists(folder() / name));
}

TEST_F(Runs, AreLockedWhileTheyAreFilledAndListedByAge) {
  fs::create_directories(folder());
  for (const char* const each : {"00000002", "00000001"}) {
    const RunFolder run(folder() / each);
    const Descriptor lock =
        run.fill({.run = each, .words = {"list"}, .inputs = {{"sent-0/a.cu", content_}}, .outputs = {"sent-1/b.json"}},
                 received_);
    EXPECT_TRUE(run.is_under_way());
    EXPECT_THROW(runs().forget(each), BadInput);
    EXPECT_TRUE(fs::is_directory(run.files() / "sent-1"));
  }
  fs::last_write_time(folder() / "00000001/request", fs::file_time_type::clock::now() - std::chrono::hours(1));
  const std::vector<RunFacts> all = runs().list();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].run, "00000001");
  EXPECT_EQ(all[1].outputs, std::vector<std::string>{"sent-1/b.json"});
  EXPECT_FALSE(all[1].is_under_way);
  EXPECT_EQ(all[1].code, std::nullopt);
}

/// As on a disk that has become full: no file grows.
TEST_F(Runs, KeepTheirExitCodesWhereNothingMoreCanBeWritten) {
  fs::create_directories(folder());
  const RunFolder run(folder() / name);
  static_cast<void>(run.fill({.run = name, .words = {"list"}, .inputs = {}, .outputs = {}}, received_));
  EXPECT_EQ(run.code(), std::nullopt);
  const std::uintmax_t bytes = fs::file_size(run.path() / "code");
  for (const std::int32_t code : {0, 130, -1, std::numeric_limits<std::int32_t>::min()}) {
    run.keep_code(code);
    EXPECT_EQ(run.code(), code);
    EXPECT_EQ(fs::file_size(run.path() / "code"), bytes);
  }
  fs::remove(run.path() / "code");
  EXPECT_THROW(run.keep_code(0), BadInput);
}

/// A run whose command is a program that waits, without a keeper.
class RunsWithoutKeepers : public Runs {
 protected:
  void SetUp() override {
    fs::create_directories(folder());
    static_cast<void>(run().fill({.run = name, .words = {"list"}, .inputs = {}, .outputs = {}}, ReceivedFiles()));
    ASSERT_EQ(ProcessStart(ProcessStart::Apart::group).run(process_, {"sleep", "1000"}), 0);
  }
  void TearDown() override {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    static_cast<void>(status_at_end(process_));
  }
  [[nodiscard]] RunFolder run() const { return RunFolder(folder() / name); }
  [[nodiscard]] bool lives() const { return ::waitpid(process_, nullptr, WNOHANG) == 0; }
  void make_old(const fs::path& file) const {
    fs::last_write_time(run().path() / file, fs::file_time_type::clock::now() - std::chrono::hours(25));
  }

  pid_t process_ = 0;
};

TEST_F(RunsWithoutKeepers, EndAsByCtrlC) {
  EXPECT_FALSE(run().interrupt()) << "it has not begun";
  run().note_process(process_);
  EXPECT_TRUE(run().interrupt());
  EXPECT_EQ(WTERMSIG(status_at_end(std::exchange(process_, 0))), SIGINT);
  EXPECT_TRUE(run().interrupt()) << "once";
}

TEST_F(RunsWithoutKeepers, EndNoOtherProcessOfTheirNumber) {
  std::ofstream(run().path() / "process") << process_ << " 1\n";
  EXPECT_FALSE(run().interrupt());
  EXPECT_TRUE(lives());
}

TEST_F(RunsWithoutKeepers, EndWhereNobodyHasFollowedThemForADay) {
  run().note_process(process_);
  run().end_unfollowed();
  make_old("followed");
  {
    const Descriptor keeper = lock_of(run().keeper_lock(), run().path());
    run().end_unfollowed();
  }
  EXPECT_TRUE(lives());
  run().end_unfollowed();
  EXPECT_EQ(WTERMSIG(status_at_end(std::exchange(process_, 0))), SIGINT);
}

TEST_F(RunsWithoutKeepers, EndByForceWhereTheyDoNotEndByThemselves) {
  run().note_process(process_);
  std::ofstream(run().path() / "stop") << "1\n";
  make_old("followed");
  run().end_unfollowed();
  EXPECT_TRUE(lives());
  make_old("stop");
  run().end_unfollowed();
  EXPECT_EQ(WTERMSIG(status_at_end(std::exchange(process_, 0))), SIGKILL);
}

TEST_F(Runs, SendNoFilesThatLinksLeadTo) {
  fs::create_directories(folder() / name / "files/sent-0");
  fs::create_directories(folder() / "beside");
  const RunFolder run(folder() / name);
  for (const fs::path& each : {run.files() / "sent-0/own", folder() / "beside/secret"}) std::ofstream(each) << "text";
  fs::create_symlink(folder() / "beside/secret", run.files() / "sent-0/link");
  fs::create_symlink(folder() / "beside", run.files() / "sent-1");
  EXPECT_EQ(run.output("sent-0/own"), run.files() / "sent-0/own");
  for (const char* const each : {"sent-0/link", "sent-1/secret", "sent-0", "sent-2/none", "../../beside/secret"})
    EXPECT_EQ(run.output(each), std::nullopt) << each;
}

}  // namespace
}  // namespace heteroscope
