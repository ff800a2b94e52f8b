#include "core/io/file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <span>

#include "tests/unit/fake_workload.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

namespace fs = std::filesystem;
using testing::refusal;
using testing::TemporaryFolder;

std::string text_in(const fs::path& path) {
  const auto bytes = read_file(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(File, RoundTripsEveryByte) {
  const TemporaryFolder folder;
  std::vector<std::byte> bytes(300000);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 131 >> 3);
  write_file(folder.path() / "data", bytes);
  EXPECT_EQ(read_file(folder.path() / "data"), bytes);
  write_file(folder.path() / "data", std::string());
  EXPECT_TRUE(read_file(folder.path() / "data").empty());
  EXPECT_EQ(folder.entries(), 1);
}

TEST(File, ReplacesTheWholeTarget) {
  const TemporaryFolder folder;
  write_file(folder.path() / "a.txt", std::string("a long first version"));
  write_file(folder.path() / "a.txt", std::string("short"));
  EXPECT_EQ(text_in(folder.path() / "a.txt"), "short");
}

TEST(File, KeepsUsualPermissions) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.txt";
  const mode_t mask = ::umask(022);
  write_file(path, std::string("x"));
  ::umask(mask);
  EXPECT_EQ(fs::status(path).permissions(), fs::perms{0644});
  fs::permissions(path, fs::perms{0600});
  write_file(path, std::string("y"));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms{0600});
}

TEST(File, WritesWhereALinkPoints) {
  const TemporaryFolder folder;
  write_file(folder.path() / "real", std::string("old"));
  fs::create_symlink("real", folder.path() / "link");
  write_file(folder.path() / "link", std::string("new"));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(text_in(folder.path() / "real"), "new");
}

TEST(File, TakesTheLongestNames) {
  const TemporaryFolder folder;
  write_file(folder.path() / std::string(255, 'n'), std::string("x"));
  EXPECT_EQ(folder.entries(), 1);
}

TEST(File, NamesATargetThatCannotBe) {
  const TemporaryFolder folder;
  const fs::path& base = folder.path();
  const auto wrong = [](const fs::path& path) { return refusal([&] { write_file(path, std::string("x")); }); };
  EXPECT_EQ(wrong(base), "cannot write " + base.string() + ": Is a directory");
  EXPECT_EQ(wrong(base / "none" / "a"), "cannot write " + (base / "none/a").string() + ": No such file or directory");
  EXPECT_EQ(wrong(base / "none/"), "cannot write " + (base / "none/").string() + ": Is a directory");
  EXPECT_EQ(wrong(""), "cannot write : Is a directory");
  write_file(base / "file", std::string("kept"));
  EXPECT_EQ(wrong(base / "file" / "a"), "cannot write " + (base / "file/a").string() + ": Not a directory");
  EXPECT_EQ(wrong(base / std::string(256, 'n')),
            "cannot write " + (base / std::string(256, 'n')).string() + ": File name too long");
  EXPECT_EQ(text_in(base / "file"), "kept");
  EXPECT_EQ(folder.entries(), 1);
}

TEST(File, RefusesDevicesAndPipes) {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {std::string("/dev/full"), pipe}) {
    EXPECT_EQ(testing::refused([&] { write_file(path, std::string("x")); }, "cannot write "),
              (testing::Refused{Wrong::kind, path}));
  }
  // Nobody writes to the pipe: a reader would wait for ever.
  EXPECT_EQ(refusal([&] { read_file(pipe); }), "cannot read " + pipe + ": it is a pipe, not a regular file");
  EXPECT_EQ(refusal([&] { read_file(pipe, 100, Streams::piped); }),
            "cannot read " + pipe + ": it is a pipe, not a regular file");
  EXPECT_EQ(refusal([] { read_file("/dev/zero"); }), "cannot read /dev/zero: it is a device, not a regular file");
  EXPECT_TRUE(read_start(pipe, 8).empty());
}

TEST(File, NewFilesReplaceNothing) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  const std::string text = "new";
  write_new_file(path, std::as_bytes(std::span(text)));
  EXPECT_EQ(refusal([&] { write_new_file(path, {}); }), "cannot write " + path.string() + ": the file exists already");
  EXPECT_EQ(text_in(path), text);
  EXPECT_EQ(folder.entries(), 1);
}

TEST(File, ReadsStarts) {
  const TemporaryFolder folder;
  write_file(folder.path() / "a", std::string("abcdef"));
  EXPECT_EQ(read_start(folder.path() / "a", 4).size(), 4u);
  EXPECT_EQ(read_start(folder.path() / "a", 40).size(), 6u);
  EXPECT_TRUE(read_start(folder.path() / "none", 4).empty());
}

TEST(File, LeavesAReadOnlyTargetAlone) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a.txt";
  write_file(path, std::string("kept"));
  fs::permissions(path, fs::perms{0444});
  EXPECT_EQ(refusal([&] { write_file(path, std::string("x")); }),
            "cannot write " + path.string() + ": Permission denied");
  EXPECT_EQ(text_in(path), "kept");
  fs::permissions(folder.path(), fs::perms{0555});
  EXPECT_EQ(refusal([&] { write_file(folder.path() / "new", std::string("x")); }),
            "cannot write " + (folder.path() / "new").string() + ": Permission denied");
  fs::permissions(folder.path(), fs::perms{0755});
}

TEST(File, NamesWhatCannotBeRead) {
  const TemporaryFolder folder;
  const fs::path none = folder.path() / "none.json";
  EXPECT_EQ(refusal([&] { read_file(none); }), "cannot read " + none.string() + ": No such file or directory");
  EXPECT_EQ(refusal([&] { read_file(folder.path()); }), "cannot read " + folder.path().string() + ": Is a directory");
}

TEST(File, StopsAtTheLimit) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  write_file(path, std::string(100, 'x'));
  EXPECT_EQ(read_file(path, 100).size(), 100u);
  EXPECT_EQ(testing::refused([&] { read_file(path, 99); }, "cannot read "),
            (testing::Refused{Wrong::value, path.string()}));
}

}  // namespace
}  // namespace heteroscope
