#include "core/device/counters/kernel_name.hpp"

#include <gtest/gtest.h>

namespace heteroscope::device {
namespace {

TEST(KernelName, WithoutWhatIsAlwaysThere) {
  EXPECT_EQ(short_kernel_name("void heteroscope::blur::(anonymous namespace)::strips<float, 24, (bool)1>(int*, long)"),
            "blur::strips<float, 24, (bool)1>");
  EXPECT_EQ(short_kernel_name("void heteroscope::blur::<unnamed>::strips<heteroscope::Tracing, 1>(int)"),
            "blur::strips<Tracing, 1>");
  EXPECT_EQ(short_kernel_name("heteroscope::_GLOBAL__N__12345_6_a_cu::fill(int)"), "fill");
  EXPECT_EQ(short_kernel_name("cub::reduce<int>(int)"), "cub::reduce<int>");
  EXPECT_EQ(short_kernel_name("plain"), "plain");
  EXPECT_EQ(short_kernel_name(""), "");
}

TEST(KernelName, OfMangledNames) {
  EXPECT_EQ(readable_kernel_name("_ZN11heteroscope4blur6stripsIfLi24EEEvPi"), "blur::strips<float, 24>");
  EXPECT_EQ(readable_kernel_name("void block_tiles<double, 0>(int)"), "block_tiles<double, 0>");
}

}  // namespace
}  // namespace heteroscope::device
