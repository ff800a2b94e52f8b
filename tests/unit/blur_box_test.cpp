#include <gtest/gtest.h>

#include "kernels/blur/blur_box.hpp"

/// What blur's cuda_tma has in shared memory.
namespace heteroscope::blur {
namespace {

template <class T>
class BlurBoxes : public ::testing::Test {};
using Values = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BlurBoxes, Values);

/// The hardware copies boxes from multiples of 16 bytes on, no more than 256 elements wide or high, and its barriers
/// count fewer than 2^20 bytes.
TYPED_TEST(BlurBoxes, AreSuchAsTheHardwareCopies) {
  using Box = BlurBox<TypeParam>;
  for (int radius = 1; radius <= max_radius; ++radius) {
    const auto box = blur_box<TypeParam>(radius, 10000, std::size_t{1} << 20);
    EXPECT_EQ(box.rows, Box::most_rows);
    EXPECT_EQ(box.apron() % Box::chunk, 0);
    EXPECT_EQ(Box::strip % Box::chunk, 0);
    EXPECT_GE(box.lead(), 0);
    EXPECT_LT(box.lead(), Box::chunk);
    EXPECT_LE(box.width(), 256);
    EXPECT_LE(box.height(), 256);
    EXPECT_LT(box.bytes(), 1 << 20);
    EXPECT_EQ(box.bytes() % 16, 0) << "the barrier lies behind it";
  }
}

/// A thread reads its own chunk of a row and those up to two aprons beside it: the last thread's end with the row, and
/// each has all values that its pixels need.
TYPED_TEST(BlurBoxes, HaveInEachRowWhatItsThreadsRead) {
  using Box = BlurBox<TypeParam>;
  for (int radius = 1; radius <= max_radius; ++radius) {
    const Box box{.radius = radius, .rows = Box::least_rows};
    const int read = Box::chunk + 2 * box.apron();
    EXPECT_EQ((Box::lanes - 1) * Box::chunk + read, box.width());
    EXPECT_GE(read, box.lead() + box.taps() + Box::chunk - 1);
    EXPECT_EQ(box.height() % 2, 0) << "the threads of a warp have two rows or one";
  }
}

TYPED_TEST(BlurBoxes, AreAsHighAsFitsAndAsIsNeeded) {
  using Box = BlurBox<TypeParam>;
  for (const int radius : {1, 7, 32}) {
    for (const int rows : {1, 16, 17, 32, 33, 10000}) {
      for (const std::size_t most : {0, 20 << 10, 49 << 10, 113 << 10}) {
        const Box box = blur_box<TypeParam>(radius, rows, most);
        const Box taller{.radius = radius, .rows = 2 * box.rows};
        EXPECT_TRUE(box.shared_bytes() <= most || box.rows == Box::least_rows);
        EXPECT_TRUE(box.rows < 2 * rows || box.rows == Box::least_rows);
        EXPECT_TRUE(box.rows == Box::most_rows || taller.shared_bytes() > most || box.rows >= rows)
            << radius << ' ' << rows << ' ' << most;
      }
    }
  }
}

/// On an H200 two blocks of 113 KiB fit on a multiprocessor, on a GPU of compute capability 12.0 two of 49 KiB.
TEST(BlurBox, OfTheLargestRadiusIsLowerOnSmallerGpus) {
  EXPECT_EQ(blur_box<float>(32, 8192, 113 << 10).rows, 64);
  EXPECT_EQ(blur_box<double>(32, 8192, 113 << 10).rows, 32);
  EXPECT_EQ(blur_box<float>(32, 8192, 49 << 10).rows, 32);
  EXPECT_EQ(blur_box<double>(32, 8192, 49 << 10).rows, 16);
}

}  // namespace
}  // namespace heteroscope::blur
