#include "core/participants/row_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <thread>
#include <tuple>

namespace heteroscope {
namespace {

std::vector<Participant> cpu_and_gpus(int gpus) {
  std::vector<Participant> out;
  for (int i = 0; i < gpus; ++i) out.push_back({Processor::gpu, i});
  out.push_back({Processor::cpu});
  return out;
}

/// How often each row was taken.
std::vector<int> counted(const Taken& taken, int rows) {
  std::vector<int> out(static_cast<std::size_t>(rows), 0);
  for (const auto& of_participant : taken) {
    for (const Rows each : of_participant) {
      for (int y = each.begin; y < each.end; ++y) ++out[static_cast<std::size_t>(y)];
    }
  }
  return out;
}

double alike(int) {
  return 1;
}

/// Participants that compute at fixed rates, the last of them the CPU; a GPU takes a piece while it computes another,
/// as launches are. The time at which the last of them ends, as a multiple of the ideal. `cost` of a row, in rows.
double over_ideal(const std::vector<double>& rows_a_ms, int rows, const std::function<double(int)>& cost = alike) {
  const std::vector<Participant> participants = cpu_and_gpus(static_cast<int>(rows_a_ms.size()) - 1);
  RowQueue queue(rows, participants, 2, 1);
  struct Simulated {
    Rows computed, waiting;
    double ms = 0;   ///< of what is computed
    double end = 0;  ///< of it
    bool done = false;
  };
  std::vector<Simulated> all(participants.size());
  const auto begin = [&](std::size_t i) {
    Simulated& participant = all[i];
    participant.computed = participant.waiting.empty() ? queue.take(i) : participant.waiting;
    participant.waiting = participants[i].is_gpu() ? queue.take(i) : Rows{};
    participant.done = participant.computed.empty();
    double work = 0;
    for (int y = participant.computed.begin; y < participant.computed.end; ++y) work += cost(y);
    participant.ms = work / rows_a_ms[i];
    participant.end += participant.ms;
  };
  for (std::size_t i = 0; i < all.size(); ++i) begin(i);
  double last = 0;
  for (;;) {
    const auto next = std::ranges::min_element(
        all, {}, [](const Simulated& each) { return each.done ? std::numeric_limits<double>::infinity() : each.end; });
    if (next->done) break;
    last = std::max(last, next->end);
    const auto i = static_cast<std::size_t>(next - all.begin());
    queue.took(i, next->computed.count(), next->ms);
    begin(i);
  }
  double work = 0;
  for (int y = 0; y < rows; ++y) work += cost(y);
  return last / (work / std::accumulate(rows_a_ms.begin(), rows_a_ms.end(), 0.0));
}

TEST(RowQueue, GivesEachRowOnceWhoeverAsks) {
  for (const int rows : {1, 2, 3, 7, 100, 1023}) {
    for (int gpus = 0; gpus <= 3; ++gpus) {
      RowQueue queue(rows, cpu_and_gpus(gpus), 2, 1);
      const auto participants = static_cast<std::size_t>(gpus + 1);
      bool more = true;
      while (more) {
        more = false;
        for (std::size_t participant = 0; participant < participants; ++participant) {
          const Rows piece = queue.take(participant);
          more |= !piece.empty();
          if (!piece.empty()) queue.took(participant, piece.count(), 0.3 * static_cast<double>(participant + 1));
        }
      }
      EXPECT_EQ(counted(queue.taken(), rows), std::vector<int>(static_cast<std::size_t>(rows), 1)) << rows << gpus;
    }
  }
}

TEST(RowQueue, GpusTakeFromTheTopAndTheCpuFromTheBottom) {
  RowQueue queue(1000, cpu_and_gpus(1), 2, 1);
  EXPECT_EQ(queue.take(0).begin, 0);
  EXPECT_EQ(queue.take(1).end, 1000);
  const int before = queue.taken()[0].front().end;
  EXPECT_EQ(queue.take(0).begin, before);
  EXPECT_EQ(queue.taken()[0].size(), 1U) << "pieces that touch are one";
}

/// A GPU has taken two pieces before anything is known of it: beside a CPU that is much faster that is what is waited
/// for.
TEST(RowQueue, EndsNearTheIdealWhateverTheRates) {
  for (const auto& [ratio, most, most_of_slow_gpus] :
       {std::tuple(1.0, 1.1, 1.1), {2.0, 1.1, 1.1}, {10.0, 1.1, 1.15}, {50.0, 1.35, 2.2}}) {
    EXPECT_LT(over_ideal({1000 * ratio, 1000}, 16384), most) << ratio;
    EXPECT_LT(over_ideal({1000, 1000 * ratio}, 16384), most_of_slow_gpus) << ratio;
    EXPECT_LT(over_ideal({1000 * ratio, 1000 * ratio, 500, 1000}, 16384), most_of_slow_gpus) << ratio;
  }
}

TEST(RowQueue, NoParticipantTakesMuchWhileAnotherIsNotKnown) {
  RowQueue queue(4096, cpu_and_gpus(1), 2, 1);
  queue.take(0);
  int last = queue.take(1).count();
  for (int i = 0; i < 3; ++i) {
    queue.took(1, last, 0.001);
    const int next = queue.take(1).count();
    EXPECT_LE(next, 2 * last);
    last = next;
  }
  queue.took(0, 64, 0.02);
  queue.took(1, last, 0.001);
  EXPECT_GT(queue.take(1).count(), 2 * last) << "both are known: half of what is left";
}

/// Beside the time of a message there and back its pieces are long, however quick it computes.
TEST(RowQueue, AParticipantElsewhereHasPiecesOfSeveralDelays) {
  constexpr double delay_ms = 20;
  constexpr double rows_a_ms = 10;
  RowQueue queue(100000, std::vector{Participant{Processor::gpu, 0, "server"}, Participant{Processor::cpu}}, 2, 1);
  queue.set_delay(0, delay_ms);
  EXPECT_EQ(queue.at_once(0), 1);
  int count = 0;
  int begin = 0;
  for (int i = 0; i < 12; ++i) {
    const Rows piece = queue.take(0);
    EXPECT_EQ(piece.begin, begin);
    begin = piece.end;
    count = piece.count();
    queue.took(0, count, delay_ms + count / rows_a_ms);
    queue.took(1, queue.take(1).count(), 1);
  }
  EXPECT_GT(count / rows_a_ms, 2 * delay_ms);
  EXPECT_LT(count / rows_a_ms, 5 * delay_ms);
}

TEST(RowQueue, ThreadsShareIt) {
  constexpr int rows = 20000;
  RowQueue queue(rows, cpu_and_gpus(3), 2, 1);
  std::vector<std::thread> threads;
  for (std::size_t participant = 0; participant < 4; ++participant) {
    threads.emplace_back([&queue, participant] {
      for (Rows piece = queue.take(participant); !piece.empty(); piece = queue.take(participant))
        queue.took(participant, piece.count(), 0.001 * piece.count());
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(counted(queue.taken(), rows), std::vector<int>(rows, 1));
}

TEST(RowQueue, GivesNothingOnceItIsStopped) {
  RowQueue queue(100, cpu_and_gpus(1), 2, 1);
  queue.stop();
  EXPECT_TRUE(queue.take(0).empty());
  EXPECT_TRUE(queue.take(1).empty());
}

/// What a participant has seen says little of the rows ahead of it: as in a whole Mandelbrot set.
TEST(RowQueue, RowsInTheMiddleMayCostManyTimesAsMuch) {
  constexpr int rows = 2048;
  const auto cost = [](int y) {
    const double place = (y + 0.5) / rows - 0.5;
    return 1 + 30 * std::exp(-place * place / (2 * 0.1 * 0.1));
  };
  for (const double ratio : {0.25, 0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 10.0})
    EXPECT_LT(over_ideal({1000 * ratio, 1000}, rows, cost), 1.06) << ratio;
}

}  // namespace
}  // namespace heteroscope
