#include "core/io/file_watch.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <fstream>
#include <future>
#include <mutex>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t limit = 1000;
constexpr const char* gone = "(gone)";

void write_watched(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

/// Writes a file that takes the name at once: whoever reads it finds the old content or the new one.
void replace(const std::filesystem::path& file, const std::string& text) {
  const std::filesystem::path beside = file.string() + ".new";
  write_watched(beside, text);
  std::filesystem::rename(beside, file);
}

/// A watch of files in a folder, and what it tells of them, in order.
class FileWatching : public ::testing::Test {
 protected:
  /// Begins to watch a file that is written first.
  std::filesystem::path watched(const std::string& name, const std::string& text) {
    const std::filesystem::path file = folder() / name;
    write_watched(file, text);
    watch_.add(file, text);
    return file;
  }
  /// Waits until the watch has told that content, or that the file is gone, whatever it tells before. The test's time
  /// limit ends it where that never comes.
  void await(const std::filesystem::path& file, const std::string& content) {
    std::unique_lock lock(mutex_);
    for (;;) {
      came_.wait(lock, [&] { return !told_.empty(); });
      const FileChange change = std::move(told_.front());
      told_.pop_front();
      ++count_;
      if (change.path == file && change.text.value_or(gone) == content) return;
    }
  }
  /// How many changes await() has taken.
  [[nodiscard]] int taken() const { return count_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  FileWatch& watch() { return watch_; }

 private:
  void note(const FileChange& change) {
    {
      const std::lock_guard lock(mutex_);
      told_.push_back(change);
    }
    came_.notify_one();
  }

  testing::TemporaryFolder folder_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<FileChange> told_;
  int count_ = 0;
  FileWatch watch_{[this](const FileChange& change) { note(change); }, limit, milliseconds(1)};
};

TEST_F(FileWatching, AFileWrittenInPlaceIsReadAgain) {
  const auto file = watched("mine.cu", "one");
  write_watched(file, "two");
  await(file, "two");
  write_watched(file, "three");
  await(file, "three");
}

// vim renames the old file to a backup and writes a new one of the old name.
TEST_F(FileWatching, VimsSaveIsSeen) {
  const auto file = watched("mine.cu", "one");
  for (const char* const text : {"two", "three"}) {
    std::filesystem::rename(file, folder() / "mine.cu~");
    write_watched(file, text);
    std::filesystem::remove(folder() / "mine.cu~");
    await(file, text);
  }
}

// emacs keeps a link to the old file as a backup and writes the file itself, with a lock and an autosave beside it.
TEST_F(FileWatching, EmacsSaveIsSeen) {
  const auto file = watched("mine.cu", "one");
  std::filesystem::create_symlink("somebody@somewhere.1234", folder() / ".#mine.cu");
  write_watched(folder() / "#mine.cu#", "tw");
  std::filesystem::create_hard_link(file, folder() / "mine.cu~");
  std::filesystem::rename(file, folder() / "mine.cu.old");
  write_watched(file, "two");
  std::filesystem::remove(folder() / ".#mine.cu");
  std::filesystem::remove(folder() / "#mine.cu#");
  await(file, "two");
}

// VS Code, gedit and others write a file of another name, which then takes the name of the old one.
TEST_F(FileWatching, ARenamedFileIsSeen) {
  const auto file = watched("mine.cu", "one");
  for (const char* const text : {"two", "three"}) {
    replace(file, text);
    await(file, text);
  }
}

TEST_F(FileWatching, AFileThatGoesIsToldAndTakenUpWhenItComesBack) {
  const auto file = watched("mine.cu", "one");
  std::filesystem::remove(file);
  await(file, gone);
  write_watched(file, "one");
  await(file, "one");
}

TEST_F(FileWatching, AFolderThatGoesAndComesBackIsWatchedAgain) {
  std::filesystem::create_directory(folder() / "sources");
  const auto file = watched("sources/mine.cu", "one");
  std::filesystem::remove_all(folder() / "sources");
  await(file, gone);
  std::filesystem::create_directory(folder() / "sources");
  write_watched(file, "two");
  await(file, "two");
  write_watched(file, "three");
  await(file, "three");
}

TEST_F(FileWatching, WhatHasChangedBeforeItWasWatchedIsTold) {
  const auto file = folder() / "mine.cu";
  write_watched(file, "two");
  watch().add(file, "one");
  await(file, "two");
}

TEST_F(FileWatching, AmongManyFilesOnlyThoseThatAreWatchedCount) {
  const auto first = watched("first.cu", "one");
  const auto second = watched("second.cpp", "one");
  for (int i = 0; i < 10'000; ++i) write_watched(folder() / ("other" + std::to_string(i)), "x");
  replace(second, "two");
  await(second, "two");
  replace(first, "two");
  await(first, "two");
  EXPECT_EQ(taken(), 2) << "nothing else was told";
}

// Two windows with one file have a watch each.
TEST_F(FileWatching, OfTwoWatchesOfAFileEachIsTold) {
  std::promise<void> other_is_told;
  const auto file = watched("mine.cu", "one");
  const auto note = [&](const FileChange& change) {
    if (change.text == "two") other_is_told.set_value();
  };
  FileWatch other(note, limit, milliseconds(1));
  other.add(file, "one");
  replace(file, "two");
  await(file, "two");
  other_is_told.get_future().wait();
}

TEST_F(FileWatching, TheSameContentIsNotToldAgain) {
  const auto file = watched("mine.cu", "one");
  for (int i = 0; i < 20; ++i) replace(file, "one");
  const auto marker = watched("marker", "one");
  replace(marker, "two");
  await(marker, "two");
  replace(file, "two");
  await(file, "two");
  EXPECT_EQ(taken(), 2);
}

TEST_F(FileWatching, AFileThatCannotBeReadIsToldWithTheReason) {
  const auto file = watched("mine.cu", "one");
  write_watched(file, std::string(limit + 1, 'x'));
  await(file, gone);
  write_watched(file, "two");
  await(file, "two");
}

TEST(FileWatch, PatienceHoldsBackWhatIsStillBeingSaved) {
  testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "mine.cu";
  write_watched(file, "one");
  int told = 0;
  {
    FileWatch watch([&](const FileChange&) { ++told; }, limit, std::chrono::hours(1));
    watch.add(file, "one");
    for (const char* const text : {"two", "three"}) write_watched(file, text);
  }
  EXPECT_EQ(told, 0) << "it has ended within the hour";
}

TEST(FileWatch, AFolderThatIsNotThereIsNamed) {
  FileWatch watch([](const FileChange&) {}, limit);
  try {
    watch.add("/nowhere/at/all/mine.cu", "");
    ADD_FAILURE() << "accepted";
  } catch (const BadInput& wrong) {
    EXPECT_EQ(std::string(wrong.what()), "/nowhere/at/all: cannot be watched: No such file or directory");
  }
}

}  // namespace
}  // namespace heteroscope
