#include "core/base/typed_number.hpp"

#include <gtest/gtest.h>

#include "tests/unit/refused.hpp"

namespace heteroscope {
namespace {

TEST(Durations, HaveUnitsOrAreSeconds) {
  EXPECT_EQ(parse_duration("--budget", "90"), 90);
  EXPECT_EQ(parse_duration("--budget", "90s"), 90);
  EXPECT_EQ(parse_duration("--budget", "+0.5s"), 0.5);
  EXPECT_EQ(parse_duration("--budget", "500ms"), 0.5);
  EXPECT_EQ(parse_duration("--budget", "10m"), 600);
  EXPECT_EQ(parse_duration("--budget", "1.5h"), 5400);
  EXPECT_EQ(parse_duration("--budget", "0", 0, 3600), 0);
  EXPECT_EQ(parse_duration("--budget", "1h", 0, 3600), 3600);
}

TEST(Durations, AreRefusedWithTheirRange) {
  using testing::refused;
  using testing::Refused;
  for (const std::string text : {"", "s", "soon", "5 s", "5d", "nan", "1m30s"}) {
    EXPECT_EQ(refused([&] { parse_duration("--budget", text); }, "--budget '" + text + "'"),
              (Refused{Wrong::kind, "--budget"}));
  }
  EXPECT_EQ(refused([] { parse_duration("--for", "-5s"); }, "--for '-5s' is not a duration from 0.1 to "),
            (Refused{Wrong::value, "--for"}));
  EXPECT_EQ(
      refused([] { parse_duration("--budget", "2h", 0, 3600); }, "--budget '2h' is not a duration from 0 to 3600 s"),
      (Refused{Wrong::value, "--budget"}));
}

}  // namespace
}  // namespace heteroscope
