#include "core/participants/row_source.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace heteroscope {
namespace {

TEST(FixedRows, AreTakenOnceInTheirOrder) {
  const std::vector<Rows> pieces{{3, 7}, {7, 8}};
  FixedRows source(pieces);
  EXPECT_EQ(source.take(), pieces[0]);
  EXPECT_EQ(source.take(), pieces[1]);
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

}  // namespace
}  // namespace heteroscope
