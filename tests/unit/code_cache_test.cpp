#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/io/base_folder.hpp"
#include "core/io/sha256.hpp"
#include "core/own/compile/code_cache.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

namespace fs = std::filesystem;

class Cache : public ::testing::Test {
 protected:
  [[nodiscard]] fs::path at(const std::string& key) const { return folder_.path() / key; }
  /// The entry was used so many minutes ago.
  void age(const std::string& key, int minutes) const {
    fs::last_write_time(at(key), fs::file_time_type::clock::now() - std::chrono::minutes(minutes));
  }

  testing::TemporaryFolder folder_;
  CodeCache cache_{folder_.path()};
  const CodeCache::Files files_{{"code", std::string("\0binary\n", 8)}, {"log", ""}};
};

/// FIPS 180-4's example, and that a list's bytes are no other list's.
TEST(Sha256, IsTheStandards) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_NE(sha256_of_parts({"ab", "c"}), sha256_of_parts({"a", "bc"}));
}

TEST_F(Cache, FindsWhatWasKept) {
  EXPECT_FALSE(cache_.find("k"));
  cache_.keep("k", files_);
  EXPECT_EQ(cache_.find("k"), files_);
  EXPECT_FALSE(cache_.find("other"));
  EXPECT_EQ(folder_.entries(), 1);
}

TEST_F(Cache, WhatIsDamagedIsMissing) {
  const auto damaged = [&](const auto& damage) {
    cache_.keep("k", files_);
    damage();
    EXPECT_FALSE(cache_.find("k"));
    cache_.keep("k", files_);  // and can be kept again
    EXPECT_EQ(cache_.find("k"), files_);
  };
  damaged([&] { fs::resize_file(at("k") / "code", 5); });
  damaged([&] { std::ofstream(at("k") / "code") << "another"; });
  damaged([&] { fs::remove(at("k") / "log"); });
  damaged([&] { fs::resize_file(at("k") / "sha256sums", 30); });
  damaged([&] { std::ofstream(at("k") / "sha256sums") << "nonsense"; });
  damaged([&] { fs::remove(at("k") / "sha256sums"); });
  damaged([&] { fs::resize_file(at("k") / "sha256sums", 0); });
}

TEST_F(Cache, WhereNothingCanBeWrittenNothingIsKept) {
  std::ofstream(at("file")) << "no folder";
  for (const fs::path& folder : {fs::path(), at("file"), fs::path("/proc/heteroscope")}) {
    const CodeCache none(folder);
    none.keep("k", files_);
    EXPECT_FALSE(none.find("k"));
  }
}

TEST_F(Cache, TheLeastRecentlyUsedGoFirst) {
  const CodeCache small(folder_.path(), 2500);
  const CodeCache::Files files{{"code", std::string(1000, 'x')}};
  small.keep("a", files);
  small.keep("b", files);
  age("a", 20);
  age("b", 10);
  EXPECT_TRUE(small.find("a"));  // which uses it
  small.keep("c", files);
  EXPECT_TRUE(small.find("a"));
  EXPECT_FALSE(small.find("b"));
  EXPECT_TRUE(small.find("c"));
}

TEST_F(Cache, TwoProcessesUseItAtOnce) {
  const auto use = [&](int) {
    bool all_right = true;
    const CodeCache small(folder_.path(), 3000);
    for (int i = 0; i < 100; ++i) {
      const std::string key = std::to_string(i % 5);
      const CodeCache::Files files{{"code", std::string(1000, key[0])}};
      small.keep(key, files);
      const auto found = small.find(key);
      all_right = all_right && (!found || *found == files);
    }
    return all_right;
  };
  const pid_t child = ::fork();
  if (child == 0) ::_exit(use(1) ? 0 : 1);
  EXPECT_TRUE(use(2));
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(Cache, OfAKilledProcessNothingCounts) {
  const CodeCache::Files files{{"code", std::string(1 << 20, 'x')}, {"log", "all of it"}};
  for (int round = 0; round < 5; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (int i = 0;; ++i) cache_.keep(std::to_string(i % 4), files);
    }
    while (!fs::exists(at("1"))) ::usleep(100);
    ::usleep(static_cast<useconds_t>(700 * round));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    for (int i = 0; i < 4; ++i) {
      const auto found = cache_.find(std::to_string(i));
      EXPECT_TRUE(!found || *found == files);
    }
  }
  // what was not finished goes when it is an hour old
  for (const auto& each : fs::directory_iterator(folder_.path())) {
    if (each.path().filename().string().starts_with(".")) age(each.path().filename(), 61);
  }
  cache_.keep("last", files);
  for (const auto& each : fs::directory_iterator(folder_.path()))
    EXPECT_FALSE(each.path().filename().string().starts_with("."));
}

TEST(BaseFolder, IsTheVariablesOrInHome) {
  const testing::SetVariable home("HOME", "/home/somebody");
  const testing::SetVariable cache("XDG_CACHE_HOME", std::nullopt);
  const testing::SetVariable config("XDG_CONFIG_HOME", "relative");
  EXPECT_EQ(cache_folder(), "/home/somebody/.cache/heteroscope");
  EXPECT_EQ(config_folder(), "/home/somebody/.config/heteroscope");
  cache.set("/cache");
  EXPECT_EQ(cache_folder(), "/cache/heteroscope");
  cache.set(std::nullopt);
  home.set(std::nullopt);
  EXPECT_EQ(cache_folder(), "");
}

}  // namespace
}  // namespace heteroscope
