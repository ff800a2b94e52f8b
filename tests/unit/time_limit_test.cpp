#include "core/worker/time_limit.hpp"

#include <gtest/gtest.h>

namespace heteroscope {
namespace {

const OwnFile mine{.path = "mine.cu", .text = "one"};
const OwnFile other{.path = "other.cpp", .text = "two"};

TEST(HungFiles, AreGivenUpWhereThatIsAskedFor) {
  note_hung({mine});
  EXPECT_FALSE(is_given_up({mine}));
  give_up_hung_files();
  note_hung({mine});
  EXPECT_TRUE(is_given_up({mine}));
  EXPECT_TRUE(is_given_up({other, mine}));
  EXPECT_FALSE(is_given_up({other}));
  EXPECT_FALSE(is_given_up({}));
  EXPECT_FALSE(is_given_up({{.path = "mine.cu", .text = "another save"}}));
}

TEST(HungFiles, OfTwoThatComputedTogetherNoneIsBlamedAlone) {
  give_up_hung_files();
  const OwnFile third{.path = "third.cu", .text = "three"};
  note_hung({other, third});
  EXPECT_FALSE(is_given_up({other}));
  EXPECT_FALSE(is_given_up({third}));
  EXPECT_TRUE(is_given_up({third, other}));
}

}  // namespace
}  // namespace heteroscope
