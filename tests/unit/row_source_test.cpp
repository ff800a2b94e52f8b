#include "core/participants/row_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace heteroscope {
namespace {

TEST(FixedRows, AreTakenOnceInTheirOrder) {
  const std::vector<Rows> pieces{{3, 7}, {7, 8}};
  FixedRows source(pieces);
  EXPECT_EQ(source.take(), pieces[0]);
  EXPECT_FALSE(source.done());
  EXPECT_EQ(source.take(), pieces[1]);
  EXPECT_TRUE(source.done());
  EXPECT_TRUE(source.take().empty());
  EXPECT_TRUE(source.take().empty());
}

TEST(ShrinkingPieces, CoverAllRowsAndLeaveFewInTheEnd) {
  for (const int threads : {1, 2, 7, 64}) {
    for (const int count : {1, 7, 8, 100, 1080, 65536}) {
      int next = 5;
      for (const Rows piece : shrinking_pieces({5, 5 + count}, threads)) {
        EXPECT_EQ(piece.begin, next);
        EXPECT_FALSE(piece.empty());
        next = piece.end;
        if (next < 5 + count) {
          EXPECT_EQ(piece.count() % threads, 0) << "no thread has a row more than the others";
        } else {
          EXPECT_LT(piece.count(), 8 * threads);
        }
      }
      EXPECT_EQ(next, 5 + count);
    }
  }
  EXPECT_TRUE(shrinking_pieces({4, 4}, 2).empty());
}

/// When all pieces have been computed one after the other, and each sent once it and the one before were.
double arrived_ms(const std::vector<Rows>& pieces, const SendingTimes& times, int rows) {
  double computed = 0;
  double arrived = 0;
  for (const Rows& each : pieces) {
    computed += times.compute_ms * each.count() / rows;
    arrived = std::max(arrived, computed) + times.send_ms * each.count() / rows;
  }
  return arrived;
}

TEST(PiecesToSend, AreAllRowsInOrder) {
  for (const int count : {1, 2, 3, 47, 1000, 16384}) {
    for (const auto& times : {std::optional<SendingTimes>(), std::optional(SendingTimes{8.8, 4.1}),
                              std::optional(SendingTimes{1e-6, 5}), std::optional(SendingTimes{1e9, 1e-9})}) {
      int next = 5;
      for (const Rows& piece : pieces_to_send({5, 5 + count}, times)) {
        EXPECT_EQ(piece.begin, next);
        EXPECT_FALSE(piece.empty());
        next = piece.end;
      }
      EXPECT_EQ(next, 5 + count);
    }
  }
  EXPECT_TRUE(pieces_to_send({4, 4}, {}).empty());
  EXPECT_EQ(pieces_to_send({0, 47}, {}).size(), 4U) << "nothing is known";
}

TEST(PiecesToSend, AreAsManyAsTheTimesTellAndArriveBesideComputing) {
  constexpr int rows = 16384;
  const auto pieces = [](double compute_ms, double send_ms) {
    return pieces_to_send({0, rows}, SendingTimes{compute_ms, send_ms});
  };
  EXPECT_EQ(pieces(0.02, 0.02).size(), 1U) << "a launch more costs what it saves";
  EXPECT_EQ(pieces(10, 0.005).size(), 1U);
  for (const auto& [compute_ms, send_ms] :
       {std::pair{8.8, 4.1}, std::pair{4.1, 8.8}, std::pair{5.0, 5.0}, std::pair{0.5, 22.0}, std::pair{35.0, 1.4}}) {
    const std::vector<Rows> cut = pieces(compute_ms, send_ms);
    const double shorter = std::min(compute_ms, send_ms);
    const double ms = arrived_ms(cut, {compute_ms, send_ms}, rows) + 0.01 * static_cast<double>(cut.size());
    EXPECT_GT(cut.size(), 1U);
    EXPECT_LT(ms, std::max(compute_ms, send_ms) + std::max(0.12, 0.1 * shorter)) << compute_ms << ' ' << send_ms;
    for (std::size_t i = 0; i + 1 < cut.size(); ++i) EXPECT_EQ(cut[i].end % 64, 0) << "where tiles begin";
    // a link that waits, or a GPU, is nobody's best: even pieces are no faster
    for (const int even : {2, 3, 4, 8, 16}) {
      std::vector<Rows> others;
      for (int i = 0; i < even; ++i) others.push_back({rows / even * i, i + 1 == even ? rows : rows / even * (i + 1)});
      EXPECT_LE(ms, arrived_ms(others, {compute_ms, send_ms}, rows) + 0.01 * even + 0.03) << even;
    }
  }
}

}  // namespace
}  // namespace heteroscope
