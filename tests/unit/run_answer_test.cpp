#include "core/worker/run_answer.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "core/base/error.hpp"
#include "core/io/descriptor.hpp"
#include "core/link/message_channel.hpp"
#include "core/link/message_kind.hpp"
#include "core/serving/run_sender.hpp"
#include "core/worker/messages.hpp"
#include "tests/unit/temporary_folder.hpp"

/// What is said of runs, at both ends of a stream.
namespace heteroscope {
namespace {

RunFile file_part(std::uint64_t at, bool is_last, std::string bytes) {
  return {.number = 1, .which = 0, .at = at, .is_last = is_last, .bytes = std::move(bytes)};
}

TEST(ArrivingFiles, AreWholeOnceTheirLastPartHasCome) {
  ArrivingFiles files;
  EXPECT_EQ(files.take(file_part(0, false, "ab")), std::nullopt);
  EXPECT_EQ(files.take(file_part(2, true, "c")), "abc");
  EXPECT_EQ(files.take(file_part(0, true, "other")), std::nullopt) << "it has come already";
}

TEST(ArrivingFiles, BeginAnewOverANewLink) {
  ArrivingFiles files;
  EXPECT_EQ(files.take(file_part(0, false, "ab")), std::nullopt);
  EXPECT_EQ(files.take(file_part(0, false, "ab")), std::nullopt);
  EXPECT_EQ(files.take(file_part(2, true, "")), "ab");
}

TEST(ArrivingFiles, HaveNoHoles) {
  ArrivingFiles files;
  EXPECT_THROW((void)files.take(file_part(1, true, "b")), BadInput);
  EXPECT_EQ(files.take(file_part(0, false, "ab")), std::nullopt);
  EXPECT_THROW((void)files.take(file_part(3, true, "d")), BadInput);
}

/// A run that has ended and whose files are larger than a part, as large, and empty.
TEST(SentRuns, HaveTheirFilesInParts) {
  const testing::TemporaryFolder folder;
  constexpr const char* name = "0123abcd";
  const std::array<std::size_t, 3> sizes{2 * RunFile::most_bytes + 1, RunFile::most_bytes, 0};
  const RunRequest request{.run = name, .words = {"list"}, .inputs = {}, .outputs = {"a/0", "a/1", "a/2"}};
  const RunFolder run(folder.path() / name);
  static_cast<void>(run.fill(request, ReceivedFiles()));
  for (std::size_t i = 0; i < sizes.size(); ++i)
    std::ofstream(run.files() / request.outputs[i]) << std::string(sizes[i], static_cast<char>('a' + i));
  run.keep_code(0);

  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const Descriptor here(ends[0]);
  const Descriptor there(ends[1]);
  std::thread serving(
      [&] { send_run(MessageChannel(there.get()), KeptRuns(folder.path()), {.number = 1, .run = name}, {}); });
  const MessageChannel channel(here.get());
  ArrivingFiles files;
  std::size_t come = 0;
  for (bool goes_on = true; goes_on;) {
    const std::optional<WorkerMessage> got = channel.receive();
    if (!got) break;
    const FollowAnswer answer = follow_answer(got->bytes, sizes.size());
    goes_on = !std::holds_alternative<RunEnd>(answer);
    const auto* const next = std::get_if<RunFile>(&answer);
    if (next == nullptr) continue;
    EXPECT_LE(next->bytes.size(), RunFile::most_bytes);
    const std::optional<std::string> file = files.take(*next);
    if (!file) continue;
    EXPECT_EQ(next->which, come);
    EXPECT_TRUE(*file == std::string(sizes.at(come), static_cast<char>('a' + come))) << come;
    ++come;
  }
  EXPECT_EQ(come, sizes.size());
  serving.join();
}

}  // namespace
}  // namespace heteroscope
