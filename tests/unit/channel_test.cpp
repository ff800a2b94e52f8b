#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/world/channel.hpp"
#include "core/world/messages.hpp"
#include "core/world/open_together.hpp"
#include "core/world/rank_line.hpp"
#include "tests/fakes/threads_world.hpp"

/// Memory that ranks, which are threads here, have in common.
namespace heteroscope {
namespace {

using testing::ThreadsWorld;
using namespace std::chrono_literals;

/// In plain memory, where a thread sanitizer sees both ends.
TEST(Channel, BringsEachMessageOnceInOrder) {
  constexpr std::size_t words = 700;
  constexpr std::size_t room = words * sizeof(std::uint64_t);
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::vector<Line> ways[2];
  for (auto& each : ways) each.resize(Channel::bytes_for(room) / sizeof(Line) + 1);
  ThreadsWorld(2).run([&](World& world) {
    Communicator communicator(world, {});
    communicator.begin();
    const int other = 1 - world.rank();
    Channel channel(communicator, other, room, ways[world.rank()].front().bytes, ways[other].front().bytes);
    for (std::uint64_t i = 0; i < 2000; ++i) {
      // two are there before the other takes any
      if (i % 2 == 0) {
        for (std::uint64_t k = i; k < i + 2; ++k) {
          const std::vector<std::uint64_t> message(words, 2 * k + static_cast<std::uint64_t>(world.rank()));
          std::memcpy(channel.to_fill(), message.data(), room);
          channel.filled();
        }
      }
      std::vector<std::uint64_t> message(words);
      std::memcpy(message.data(), channel.to_take(), room);
      channel.taken();
      ASSERT_EQ(message, std::vector<std::uint64_t>(words, 2 * i + static_cast<std::uint64_t>(other))) << i;
    }
  });
}

TEST(Channel, EndsWithTheOtherRank) {
  ThreadsWorld(2).run([&](World& world) {
    Communicator communicator(world, {});
    communicator.begin();
    RankLine line(communicator, 1 - world.rank());
    ASSERT_EQ(line.use_memory(100), "");
    if (world.rank() == 1) return communicator.fail({Failure::Kind::input, "no more"});
    EXPECT_EQ(attempt([&] { line.receive(); }).line, "rank 1: no more");
    const std::string text = "never taken";
    const std::span<const std::byte> part = std::as_bytes(std::span(text));
    const Failure full = attempt([&] {
      for (int i = 0; i < 3; ++i) line.send({&part, 1});
    });
    EXPECT_EQ(full.line, "rank 1: no more");
  });
}

TEST(Channel, SendsAMessageWhereThereIsNoRoom) {
  ThreadsWorld(2).run([&](World& world) {
    Communicator communicator(world, {});
    communicator.begin();
    RankLine line(communicator, 1 - world.rank());
    ASSERT_EQ(line.use_memory(100), "");
    EXPECT_TRUE(line.uses_memory());
    for (const std::size_t bytes : {0, 1, 100, 101, 5000, 7}) {
      const std::vector<std::byte> sent(bytes, std::byte{7});
      const std::span<const std::byte> parts[] = {std::span(sent).first(bytes / 2), std::span(sent).subspan(bytes / 2)};
      line.send(parts);
      const std::span<const std::byte> come = line.receive();
      EXPECT_EQ((std::vector<std::byte>(come.begin(), come.end())), sent);
      line.done();
    }
  });
}

TEST(OpenTogether, FailsAtBothOrNeither) {
  ThreadsWorld(2).run([&](World& world) {
    Communicator communicator(world, {});
    communicator.begin();
    const int other = 1 - world.rank();
    const auto refuse = [] { throw BadInput("no"); };
    const auto open = [&](bool inviting, bool accepting) {
      return open_together(
          communicator, other,
          [&] {
            if (inviting) refuse();
            return packed(world.rank());
          },
          [&](std::span<const std::byte> theirs) {
            EXPECT_EQ(unpacked<int>(theirs), other);
            if (accepting) refuse();
          });
    };
    const bool first = world.rank() == 0;
    const std::string why = first ? "no" : "rank 0: no";
    EXPECT_EQ(open(false, false), "");
    EXPECT_EQ(open(first, false), why);
    EXPECT_EQ(open(false, first), why);
    EXPECT_EQ(open(true, true), "no");
    EXPECT_EQ(open(false, false), "");
  });
}

TEST(CommonMemory, IsTheSameOrRefused) {
  const CommonMemory own(5000);
  const CommonMemory theirs(own.handle());
  EXPECT_NE(own.data(), theirs.data());
  own.data()[4999] = std::byte{3};
  EXPECT_EQ(theirs.data()[4999], std::byte{3});
  EXPECT_EQ(theirs.data()[4998], std::byte{0});
  const auto refusal = [&](auto change) {
    CommonHandle handle = own.handle();
    change(handle);
    const std::string line = attempt([&] { const CommonMemory other(handle); }).line;
    const std::string start = "the memory of process " + std::to_string(handle.process) + " cannot be reached: ";
    EXPECT_TRUE(line.starts_with(start)) << line;
    return line.substr(std::min(start.size(), line.size()));
  };
  EXPECT_EQ(refusal([](CommonHandle& handle) { ++handle.token; }), "it is another");
  EXPECT_EQ(refusal([](CommonHandle& handle) { handle.bytes += 4096; }), "it is another");
  EXPECT_EQ(refusal([](CommonHandle& handle) { handle.descriptor = 1; }), "No such file or directory");
  EXPECT_EQ(refusal([](CommonHandle& handle) { handle.process = 0; }), "No such file or directory");
  EXPECT_EQ(attempt([] { const CommonMemory none(std::size_t{1} << 60); }).kind, Failure::Kind::input);
}

}  // namespace
}  // namespace heteroscope
