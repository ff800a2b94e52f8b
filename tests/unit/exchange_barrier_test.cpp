#include "core/participants/exchange_barrier.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace heteroscope {
namespace {

constexpr int rows = 37;
constexpr int row_width = 3;

/// Calls body(participant, seat) for each participant on a thread of its own.
template <class Body>
void meet(std::size_t participants, Body body) {
  ExchangeBarrier barrier{std::vector<Attendee>(participants)};
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < participants; ++i) threads.emplace_back([&, i] { body(i, Collective{&barrier, i}); });
}

Rows equal_part(std::size_t participant, std::size_t participants) {
  const auto border = [&](std::size_t i) { return static_cast<int>(i * rows / participants); };
  return {border(participant), border(participant + 1)};
}

TEST(ExchangeBarrier, EachParticipantGetsWhatItWants) {
  for (std::size_t participants = 1; participants <= 8; ++participants) {
    meet(participants, [&](std::size_t participant, Collective collective) {
      const Rows own = equal_part(participant, participants);
      std::vector<int> plane(rows * row_width);
      std::vector<int> sums(rows);
      for (int round = 1; round <= 50; ++round) {
        for (int y = own.begin; y < own.end; ++y) {
          for (int x = 0; x < row_width; ++x) plane[y * row_width + x] = 1000 * round + y * row_width + x;
          sums[y] = round * y;
        }
        const int more = round % rows;
        const Rows wanted{std::max(0, own.begin - more), std::min(rows, own.end + more)};
        const SharedArray shares[] = {
            {.data = plane.data(), .unit_bytes = row_width * sizeof(int), .have = own, .want = wanted},
            {.data = sums.data(), .unit_bytes = sizeof(int), .have = own, .want = {0, rows}}};
        collective.exchange_and_settle(shares);
        for (int y = wanted.begin; y < wanted.end; ++y) {
          for (int x = 0; x < row_width; ++x) ASSERT_EQ(plane[y * row_width + x], 1000 * round + y * row_width + x);
        }
        for (int y = 0; y < rows; ++y) ASSERT_EQ(sums[y], round * y);
      }
    });
  }
}

/// Two arrays by turns: what a participant has of one is left as it is until the next exchange.
TEST(ExchangeBarrier, WhatIsKeptUntilTheNextOneArrivesWhole) {
  for (const std::size_t participants : {2U, 3U, 8U}) {
    meet(participants, [&](std::size_t participant, Collective collective) {
      const Rows own = equal_part(participant, participants);
      std::vector<int> numbers[2] = {std::vector<int>(rows), std::vector<int>(rows)};
      for (int round = 0; round < 200; ++round) {
        std::vector<int>& now = numbers[round % 2];
        for (int y = own.begin; y < own.end; ++y) now[y] = 1000 * round + y;
        const SharedArray array[] = {{.data = now.data(), .unit_bytes = sizeof(int), .have = own, .want = {0, rows}}};
        collective.exchange(array);
        for (int y = 0; y < rows; ++y) ASSERT_EQ(now[y], 1000 * round + y);
      }
      collective.exchange({});  // before its memory goes
    });
  }
}

TEST(ExchangeBarrier, OneWhoCannotGoOnEndsAll) {
  for (const int round_of_end : {0, 1, 7}) {
    std::atomic<int> ended = 0;
    meet(4, [&](std::size_t participant, Collective collective) {
      try {
        for (int round = 0; round < 10; ++round) {
          if (participant == 2 && round == round_of_end) {
            collective.barrier->stop(std::make_exception_ptr(std::runtime_error("it stopped")));
            ++ended;
            return;
          }
          collective.exchange({});
        }
        ADD_FAILURE() << "processor " << participant << " went on";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "it stopped");
        ++ended;
      }
    });
    EXPECT_EQ(ended, 4);
  }
}

TEST(ExchangeBarrier, WhoWaitsLongSleepsAndSaysHowLong) {
  ExchangeBarrier barrier{std::vector<Attendee>(2)};
  {
    std::jthread early([&] { Collective{&barrier, 0}.exchange({}); });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    Collective{&barrier, 1}.exchange({});
  }
  // how much of the 30 ms the early one has waited depends on when it had a core
  EXPECT_GT(barrier.waited_ms(0), 0);
  EXPECT_GE(barrier.waited_ms(1), 0);
}

TEST(ExchangeBarrier, AnEmptySeatIsThatOfAParticipantWithAllRows) {
  EXPECT_FALSE(Collective{});
  const SharedArray nothing[] = {{}};
  Collective{}.exchange(nothing);
}

}  // namespace
}  // namespace heteroscope
