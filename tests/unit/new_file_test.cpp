#include "core/io/new_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "core/io/file.hpp"
#include "core/io/file_set.hpp"
#include "core/io/part_file.hpp"
#include "core/process/signals.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

namespace fs = std::filesystem;
using testing::refusal;
using testing::TemporaryFolder;

std::string new_text(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

Make made_of(const std::string& text) {
  return [text](const Append& append) { append(std::as_bytes(std::span(text))); };
}

fs::path part_name(const fs::path& folder, pid_t process) {
  return folder / (".heteroscope-" + std::to_string(process) + "-7.part");
}

/// A process that has ended.
pid_t gone_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

/// Both ways to write: without a name until all is there, and under a hidden one.
class BothWays : public ::testing::TestWithParam<bool> {
 protected:
  BothWays() { NewFile::allow_nameless(GetParam()); }
  ~BothWays() override { NewFile::allow_nameless(true); }

  [[nodiscard]] fs::path file(const std::string& name) const { return folder_.path() / name; }
  [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

  /// Runs `body` in a process of its own and says how that ended; `and_then` gets its number meanwhile.
  template <class Body, class Then>
  static int status_of(const Body& body, const Then& and_then) {
    const pid_t child = ::fork();
    if (child == 0) {
      handle_signals(remove_part_files);
      body();
      ::_exit(0);
    }
    and_then(child);
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }

 private:
  TemporaryFolder folder_;
};

TEST_P(BothWays, AFileIsThereOnceItIsPut) {
  for (const char* text : {"first", "second"}) {
    NewFile made(file("a"), NewFile::Earlier::replaced, made_of(text));
    EXPECT_NE(new_text(file("a")), text);
    made.put();
    EXPECT_EQ(new_text(file("a")), text);
  }
  EXPECT_EQ(folder().entries(), 1);
}

TEST_P(BothWays, NothingIsLeftOfWhatIsNotPut) {
  { const NewFile given_up(file("a"), NewFile::Earlier::replaced, made_of("x")); }
  EXPECT_EQ(refusal([&] {
              NewFile(file("a"), NewFile::Earlier::replaced, [](const Append& append) {
                append({});
                throw BadInput("no more");
              });
            }),
            "no more");
  EXPECT_EQ(folder().entries(), 0);
}

TEST_P(BothWays, ANameIsTakenByOneOnly) {
  constexpr int writers = 8;
  std::atomic<int> winners{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < writers; ++i) {
      threads.emplace_back([&, i] {
        NewFile made(file("a"), NewFile::Earlier::kept, made_of(std::to_string(i)));
        if (made.put_new(file("a"))) ++winners;
      });
    }
  }
  EXPECT_EQ(winners, 1);
  EXPECT_EQ(new_text(file("a")).size(), 1u);
  EXPECT_EQ(folder().entries(), 1);
}

TEST_P(BothWays, OfASetAllArePutOrNone) {
  write_file(file("old"), std::string("old"));
  {
    FileSet set;
    set.add(file("old"), std::string("new"));
    set.add(file("other"), std::string("new"));
    EXPECT_EQ(new_text(file("old")), "old");
    set.put();
  }
  EXPECT_EQ(new_text(file("old")), "new");
  EXPECT_EQ(new_text(file("other")), "new");

  FileSet set;
  set.add(file("old"), std::string("newer"));
  set.add(file("fresh"), std::string("newer"));
  set.add(file("last"), std::string("newer"));
  fs::create_directory(file("last"));  // now the last one cannot be put
  EXPECT_NE(refusal([&] { set.put(); }).find("cannot write " + file("last").string()), std::string::npos);
  EXPECT_EQ(new_text(file("old")), "new");
  EXPECT_FALSE(fs::exists(file("fresh")));
  EXPECT_EQ(folder().entries(), 3);
}

TEST_P(BothWays, OneThatCannotBeWrittenLeavesTheOthers) {
  write_file(file("old"), std::string("old"));
  {
    FileSet set;
    set.add(file("old"), std::string("new"));
    EXPECT_NE(refusal([&] { set.add(file("none/b"), std::string("new")); }), "(nothing thrown)");
  }
  EXPECT_EQ(new_text(file("old")), "old");
  EXPECT_EQ(folder().entries(), 1);
}

TEST_P(BothWays, SignalsLeaveNothingBehind) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const int status = status_of(
        [&] {
          NewFile made(file("a"), NewFile::Earlier::replaced, [&](const Append& append) {
            made_of("half")(append);
            write_file(file("b"), std::string("written"));
            ::pause();
          });
        },
        [&](pid_t child) {
          while (!fs::exists(file("b"))) ::usleep(1000);
          ::kill(child, signal);
        });
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << status;
    fs::remove(file("b"));
    EXPECT_EQ(folder().entries(), 0);
  }
}

TEST_P(BothWays, ASignalWaitsUntilTheSetIsPut) {
  const int status = status_of(
      [&] {
        const SignalsWait wait;
        ::raise(SIGTERM);
        FileSet set;
        set.add(file("a"), std::string("new"));
        set.add(file("b"), std::string("new"));
        set.put();
      },
      [](pid_t) {});
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM) << status;
  EXPECT_EQ(new_text(file("b")), "new");
  EXPECT_EQ(folder().entries(), 2);
}

TEST_P(BothWays, ALimitOfSizeIsAnErrorOfTheWrite) {
  const int status = status_of(
      [&] {
        const rlimit small{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &small);
        const std::string wrong = refusal([&] { write_file(file("a"), std::string(5000, 'x')); });
        ::_exit(wrong == "cannot write " + file("a").string() + ": File too large" ? 7 : 1);
      },
      [](pid_t) {});
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << status;
  EXPECT_EQ(folder().entries(), 0);
}

TEST_P(BothWays, WhatTheDeadHaveLeftIsSwept) {
  const pid_t gone = gone_process();
  write_file(part_name(folder().path(), gone), std::string("left"));
  write_file(part_name(folder().path(), ::getppid()), std::string("somebody's"));
  write_file(file(".heteroscope-x.part"), std::string("other"));
  write_file(file("kept.part"), std::string("other"));
  ASSERT_EQ(::mkfifo(file(".heteroscope-" + std::to_string(gone) + "-8.part").c_str(), 0600), 0);
  // Locked: its writer lives where its number is another's.
  const fs::path locked = file(".heteroscope-" + std::to_string(gone) + "-9.part");
  const Descriptor writer(::open(locked.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  ASSERT_EQ(::flock(writer.get(), LOCK_EX | LOCK_NB), 0);
  EXPECT_EQ(folder().entries(), 5);  // the first is gone by the writing of the second
  write_file(file("a"), std::string("x"));
  EXPECT_FALSE(fs::exists(part_name(folder().path(), gone)));
  EXPECT_EQ(folder().entries(), 6);
}

INSTANTIATE_TEST_SUITE_P(NewFile, BothWays, ::testing::Bool(),
                         [](const auto& each) { return each.param ? "Nameless" : "Hidden"; });

}  // namespace
}  // namespace heteroscope
