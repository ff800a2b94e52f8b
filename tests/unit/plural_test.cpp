#include "core/base/plural.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace heteroscope {
namespace {

TEST(Plural, OneIsNoneOfSeveral) {
  EXPECT_EQ(plural(1, "thread"), "1 thread");
  EXPECT_EQ(plural(0, "thread"), "0 threads");
  EXPECT_EQ(plural(std::size_t{2}, "thread"), "2 threads");
  EXPECT_EQ(plural(1, "launch", "launches"), "1 launch");
  EXPECT_EQ(plural(3, "launch", "launches"), "3 launches");
  EXPECT_EQ(plural(std::string("1"), "step"), "1 step");
  EXPECT_EQ(plural(std::string("11"), "step"), "11 steps");
  EXPECT_EQ(noun(1, "is", "are"), "is");
}

}  // namespace
}  // namespace heteroscope
