#include "core/lanes/row_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

namespace heteroscope {
namespace {

std::vector<Lane> lanes_of(int gpus) {
  std::vector<Lane> out;
  for (int i = 0; i < gpus; ++i) out.push_back({Processor::gpu, i});
  out.push_back({Processor::cpu});
  return out;
}

/// How often each row was taken.
std::vector<int> counted(const Taken& taken, int rows) {
  std::vector<int> out(static_cast<std::size_t>(rows), 0);
  for (const auto& of_lane : taken) {
    for (const Rows each : of_lane) {
      for (int y = each.begin; y < each.end; ++y) ++out[static_cast<std::size_t>(y)];
    }
  }
  return out;
}

/// Lanes that compute at fixed rates, each row of the same cost: the time at which the last of them ends, as a multiple
/// of the ideal.
double over_ideal(const std::vector<double>& rows_a_ms, int rows) {
  RowQueue queue(rows, lanes_of(static_cast<int>(rows_a_ms.size()) - 1));
  std::vector<double> now(rows_a_ms.size(), 0);
  std::vector<bool> done(rows_a_ms.size(), false);
  while (std::ranges::find(done, false) != done.end()) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (done[next] || (!done[i] && now[i] < now[next])) next = i;
    }
    const Rows piece = queue.take(next);
    done[next] = piece.empty();
    if (piece.empty()) continue;
    const double ms = piece.count() / rows_a_ms[next];
    queue.took(next, piece.count(), ms);
    now[next] += ms;
  }
  const double ideal = rows / std::accumulate(rows_a_ms.begin(), rows_a_ms.end(), 0.0);
  return *std::ranges::max_element(now) / ideal;
}

TEST(RowQueue, GivesEachRowOnceWhoeverAsks) {
  for (const int rows : {1, 2, 3, 7, 100, 1023}) {
    for (int gpus = 0; gpus <= 3; ++gpus) {
      RowQueue queue(rows, lanes_of(gpus));
      const auto lanes = static_cast<std::size_t>(gpus + 1);
      bool more = true;
      while (more) {
        more = false;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          const Rows piece = queue.take(lane);
          more |= !piece.empty();
          if (!piece.empty()) queue.took(lane, piece.count(), 0.3 * static_cast<double>(lane + 1));
        }
      }
      EXPECT_EQ(counted(queue.taken(), rows), std::vector<int>(static_cast<std::size_t>(rows), 1)) << rows << gpus;
    }
  }
}

TEST(RowQueue, GpusTakeFromTheTopAndTheCpuFromTheBottom) {
  RowQueue queue(1000, lanes_of(1));
  EXPECT_EQ(queue.take(0).begin, 0);
  EXPECT_EQ(queue.take(1).end, 1000);
  const int before = queue.taken()[0].front().end;
  EXPECT_EQ(queue.take(0).begin, before);
  EXPECT_EQ(queue.taken()[0].size(), 1U) << "pieces that touch are one";
}

TEST(RowQueue, EndsNearTheIdealWhateverTheRates) {
  for (const auto& [ratio, most] : {std::pair(1.0, 1.1), {2.0, 1.1}, {10.0, 1.1}, {50.0, 1.35}}) {
    EXPECT_LT(over_ideal({1000 * ratio, 1000}, 16384), most) << ratio;
    EXPECT_LT(over_ideal({1000, 1000 * ratio}, 16384), most) << ratio;
    EXPECT_LT(over_ideal({1000 * ratio, 1000 * ratio, 500, 1000}, 16384), most) << ratio;
  }
}

TEST(RowQueue, NoLaneTakesMuchWhileAnotherIsNotKnown) {
  RowQueue queue(4096, lanes_of(1));
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

TEST(RowQueue, ThreadsShareIt) {
  constexpr int rows = 20000;
  RowQueue queue(rows, lanes_of(3));
  std::vector<std::thread> threads;
  for (std::size_t lane = 0; lane < 4; ++lane) {
    threads.emplace_back([&queue, lane] {
      for (Rows piece = queue.take(lane); !piece.empty(); piece = queue.take(lane))
        queue.took(lane, piece.count(), 0.001 * piece.count());
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(counted(queue.taken(), rows), std::vector<int>(rows, 1));
}

TEST(RowQueue, GivesNothingOnceItIsStopped) {
  RowQueue queue(100, lanes_of(1));
  queue.stop();
  EXPECT_TRUE(queue.take(0).empty());
  EXPECT_TRUE(queue.take(1).empty());
}

}  // namespace
}  // namespace heteroscope
