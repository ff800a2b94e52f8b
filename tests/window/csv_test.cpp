#include "app/text/csv.hpp"

#include <gtest/gtest.h>

namespace heteroscope {
namespace {

using Lines = std::vector<std::vector<std::string>>;

TEST(Csv, ReadsWhatItWrites) {
  const Lines lines{{"a", "b, c", "say \"no\""}, {"", "two\nlines", ""}};
  std::string text;
  for (const auto& each : lines) text += csv_line(each);
  EXPECT_EQ(read_csv(text), lines);
}

TEST(Csv, ReadsOthersLines) {
  EXPECT_EQ(read_csv("a,b\r\n\r\nc"), (Lines{{"a", "b"}, {"c"}}));
  EXPECT_EQ(read_csv("\"open,\nnever closed"), (Lines{{"open,\nnever closed"}}));
  EXPECT_TRUE(read_csv("").empty());
}

}  // namespace
}  // namespace heteroscope
