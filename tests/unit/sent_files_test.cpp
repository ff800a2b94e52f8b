#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/io/file.hpp"
#include "core/link/files_there.hpp"
#include "core/worker/send_file.hpp"
#include "tests/unit/fake_worker.hpp"
#include "tests/unit/received_file.hpp"
#include "tests/unit/temporary_folder.hpp"

/// Files that cross a link in parts: what a worker makes of the parts, and what the asking process knows of it.
namespace heteroscope {
namespace {

using testing::receive;
using testing::take;

constexpr std::size_t part = FilePart::most_bytes;

std::string refused_words(const ReceivedFiles& files, const std::string& content) {
  try {
    (void)files.find(content);
  } catch (const BadInput& wrong) {
    return wrong.what();
  }
  return {};
}

TEST(ReceivedFiles, OfEverySizeAreWhole) {
  ReceivedFiles files;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, part - 1, part, part + 1, 3 * part}) {
    SCOPED_TRACE(size);
    const std::string bytes(size, static_cast<char>('a' + size % 7));
    const std::string content = receive(files, bytes);
    EXPECT_TRUE(read_text(files.find(content), 4 * part) == bytes);
    EXPECT_EQ(files.find(content).filename(), content);
  }
}

TEST(ReceivedFiles, WithOtherBytesThanWereSentAreOfNoUse) {
  ReceivedFiles files;
  const std::string content = sha256("wanted");
  receive(files, content, "wrong");
  EXPECT_NE(refused_words(files, content).find("damaged while it was sent"), std::string::npos);
  receive(files, content, "wanted");
  EXPECT_EQ(refused_words(files, content), "");
}

TEST(ReceivedFiles, ThatHaveNotComeWholeAreNotThere) {
  ReceivedFiles files;
  const std::string bytes(2 * part, 'x');
  const std::string content = sha256(bytes);
  take(files, &ReceivedFiles::take,
       FilePart{.content = content, .at = 0, .is_last = false, .bytes = bytes.substr(0, part)});
  EXPECT_NE(refused_words(files, content), "");
  receive(files, "in between");
  EXPECT_NE(refused_words(files, content), "");
  receive(files, content, bytes);
  EXPECT_EQ(refused_words(files, content), "");
}

TEST(ReceivedFiles, AreDropped) {
  ReceivedFiles files;
  const std::string content = receive(files, "bytes");
  const std::filesystem::path path = files.find(content);
  take(files, &ReceivedFiles::drop, content);
  EXPECT_NE(refused_words(files, content), "");
  EXPECT_FALSE(std::filesystem::exists(path));
}

/// The process ends: nothing stays on its disk, also of a file that has not come whole.
TEST(ReceivedFiles, AreClearedWithTheirFolder) {
  ReceivedFiles files;
  const std::string content = receive(files, "bytes");
  const std::filesystem::path folder = files.find(content).parent_path();
  const FilePart begun{.content = sha256("more"), .at = 0, .is_last = false, .bytes = "mo"};
  take(files, &ReceivedFiles::take, begun);
  files.clear();
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_NE(refused_words(files, content), "");
  FilePart rest = begun;
  rest.at = 2;
  EXPECT_THROW(take(files, &ReceivedFiles::take, rest), BadInput);
}

/// No asking process sends them: the conversation ends.
TEST(ReceivedFiles, RefuseWhatLeadsElsewhereHasHolesOrIsTooLong) {
  ReceivedFiles files;
  const std::string digits(content_digits, 'a');
  for (const std::string& wrong : {std::string("../a"), std::string(content_digits, '/'), digits + "/a",
                                   digits + ".png", digits + "a", digits.substr(1), std::string()}) {
    EXPECT_THROW(take(files, &ReceivedFiles::take, FilePart{.content = wrong, .bytes = "a"}), BadInput) << wrong;
    EXPECT_THROW(take(files, &ReceivedFiles::drop, wrong), BadInput) << wrong;
  }
  const auto refused = [&](std::uint64_t at, std::size_t bytes) {
    EXPECT_THROW(take(files, &ReceivedFiles::take,
                      FilePart{.content = digits, .at = at, .is_last = false, .bytes = std::string(bytes, 'x')}),
                 BadInput);
  };
  refused(1, 1);
  refused(0, part + 1);
}

TEST(FilesThere, ThatWereUsedLongestAgoGoFirst) {
  FilesThere files;
  constexpr std::uint64_t half = FilesThere::most_kept_bytes / 2;
  EXPECT_FALSE(files.use("a"));
  EXPECT_TRUE(files.make_room(half).empty());
  files.add("a", half);
  EXPECT_TRUE(files.make_room(half).empty());
  files.add("b", half);
  EXPECT_TRUE(files.use("a"));
  EXPECT_EQ(files.make_room(1), std::vector<std::string>{"b"});
  files.add("c", 1);
  EXPECT_FALSE(files.use("b"));
  EXPECT_EQ(files.make_room(half), std::vector<std::string>{"a"});
}

TEST(FilesThere, AreNoMoreThanAWorkerKeeps) {
  FilesThere files;
  for (std::size_t i = 0; i < FilesThere::most_kept; ++i) files.add(std::to_string(i), 0);
  EXPECT_EQ(files.make_room(0), std::vector<std::string>{"0"});
}

TEST(FilesThere, ThatAreOfNoUseTakeNoRoom) {
  FilesThere files;
  files.add("a", FilesThere::most_kept_bytes);
  files.remove("a");
  files.remove("b");
  EXPECT_FALSE(files.use("a"));
  EXPECT_TRUE(files.make_room(FilesThere::most_kept_bytes).empty());
}

/// Whatever its name is: the machine knows its format by the content.
TEST(SentFiles, AreNamedByTheirContentAlone) {
  const testing::TemporaryFolder folder;
  const testing::FakeWorker worker(testing::beginning_of_worker(testing::greeting_of_worker()));
  MachineLink link(worker.address());
  for (const char* const name : {"photo.png", "photo.of-the-year 2024", "photo.ö"}) {
    const std::filesystem::path path = folder.path() / name;
    write_file(path, std::string("picture"));
    EXPECT_EQ(send_file(link, path, {}), sha256("picture")) << name;
  }
}

TEST(SentFiles, ThatChangeMeanwhileAreRefusedAndNotKept) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "file";
  const std::string bytes(part + 1, 'x');
  write_file(path, bytes);
  const testing::FakeWorker worker(testing::beginning_of_worker(testing::greeting_of_worker()));
  MachineLink link(worker.address());
  bool changed = false;
  const Waiter waiter{.progress = [&](std::string_view, double) {
    if (!std::exchange(changed, true)) std::ofstream(path, std::ios::app) << "more";
  }};
  EXPECT_THROW((void)send_file(link, path, waiter), BadInput);
  EXPECT_TRUE(changed);
  EXPECT_FALSE(link.files().use(sha256(bytes)));
}

TEST(FilePartsTest, AreReadOneBehindTheOtherAndEndWithTheFile) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "file";
  write_file(path, std::string("abcdefg"));
  FileParts parts(path);
  EXPECT_EQ(parts.bytes(), 7U);
  EXPECT_EQ(parts.next(3), "abc");
  EXPECT_EQ(parts.next(3), "def");
  EXPECT_EQ(parts.next(3), "g");
  EXPECT_EQ(parts.next(3), "");
  EXPECT_THROW(FileParts(folder.path()), BadInput);
  EXPECT_THROW(FileParts(folder.path() / "none"), BadInput);
}

TEST(FilesToSend, HaveABound) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "file";
  write_file(path, std::string());
  std::filesystem::resize_file(path, FilesThere::most_bytes);  // a hole, which takes no room on the disk
  EXPECT_EQ(bytes_to_send(path), FilesThere::most_bytes);
  std::filesystem::resize_file(path, FilesThere::most_bytes + 1);
  EXPECT_THROW((void)bytes_to_send(path), BadInput);
}

}  // namespace
}  // namespace heteroscope
