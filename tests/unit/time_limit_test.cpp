#include "core/worker/time_limit.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "core/base/error.hpp"
#include "core/worker/messages.hpp"
#include "tests/unit/set_variable.hpp"

namespace heteroscope {
namespace {

const OwnFile mine{.path = "mine.cu", .text = "one"};
const OwnFile other{.path = "other.cpp", .text = "two"};

TEST(OwnTimeLimit, IsShortWhereAGpuAlsoDrivesADisplay) {
  const testing::SetVariable limit(own_limit_variable, std::nullopt);
  const std::vector<device::Facts> gpus{{.available = true}, {.available = true, .limits_launch_time = true}};
  const Participant cpu;
  const Participant alone{.processor = Processor::gpu, .device = 0};
  const Participant with_display{.processor = Processor::gpu, .device = 1};
  const Participant elsewhere{.processor = Processor::gpu, .device = 1, .machine = "server"};
  const auto of = [&](const std::vector<Participant>& all) { return own_time_limit_s(drives_display(all, gpus)); };
  EXPECT_EQ(of({cpu}), 10);
  EXPECT_EQ(of({alone, cpu}), 10);
  EXPECT_EQ(of({alone, with_display}), 2);
  EXPECT_EQ(of({elsewhere, cpu}), 10) << "that machine holds it to its own";
  limit.set("0.5");
  EXPECT_EQ(of({alone}), 0.5);
  EXPECT_EQ(of({with_display}), 0.5);
  limit.set("soon");
  EXPECT_THROW(of({cpu}), BadInput);
}

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
