#include "app/commands/profile/ncu_csv.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "tests/unit/refused.hpp"

namespace heteroscope {
namespace {

constexpr const char* by_column =
    "==PROF== Connected to process 1 (/heteroscope)\n"
    "\"ID\",\"Kernel Name\",\"Grid Size\",\"dram__bytes_read.sum\",\"gpu__time_duration.sum\",\"other.avg\"\n"
    "\"\",\"\",\"\",\"Mbyte\",\"us\",\"\"\n"
    "\"0\",\"a<int, 1>(int)\",\"(1, 1, 1)\",\"4.5\",\"12.5\",\"x\"\n"
    "\"1\",\"b(int)\",\"(1, 1, 1)\",\"1,048\",\"2\",\"x\"\n"
    "\"2\",\"a<int, 1>(int)\",\"(1, 1, 1)\",\"0.5\",\"0.5\",\"x\"\n"
    "==PROF== Disconnected\n";

TEST(NcuCsv, AColumnACounter) {
  const auto kernels = read_ncu(by_column, "f.csv");
  ASSERT_EQ(kernels.size(), 2U);
  EXPECT_EQ(kernels[0].name, "a<int, 1>(int)");
  EXPECT_EQ(kernels[0].launches, 2);
  EXPECT_EQ(kernels[0].counts, (device::Counts{{"dram__bytes_read.sum", 5e6}, {"gpu__time_duration.sum", 13e3}}));
  EXPECT_EQ(kernels[1].launches, 1);
  EXPECT_EQ(kernels[1].counts.at("dram__bytes_read.sum"), 1048e6);
}

TEST(NcuCsv, ALineACounter) {
  const auto kernels = read_ncu(
      "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
      "\"0\",\"a\",\"dram__bytes_read.sum\",\"byte\",\"32\"\n"
      "\"0\",\"a\",\"smsp__inst_executed.sum\",\"inst\",\"1,024\"\n"
      "\"1\",\"a\",\"dram__bytes_read.sum\",\"Kbyte\",\"1\"\n"
      "\"1\",\"a\",\"smsp__inst_executed.sum\",\"inst\",\"n/a\"\n",
      "f.csv");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].launches, 2);
  EXPECT_EQ(kernels[0].counts, (device::Counts{{"dram__bytes_read.sum", 1032}, {"smsp__inst_executed.sum", 1024}}));
}

std::string refusal(const char* text) {
  return testing::refusal([&] { read_ncu(text, "f.csv"); });
}

TEST(NcuCsv, SaysWhatIsWrong) {
  EXPECT_EQ(refusal(""), "f.csv: not a table of ncu --csv: it has no column \"Kernel Name\"");
  EXPECT_EQ(refusal("\"ID\",\"Kernel Name\",\"a.avg\"\n\"0\",\"k\",\"1\"\n"),
            "f.csv: it has none of the sums that are needed; profile --ncu prints a command that "
            "counts them");
  EXPECT_EQ(refusal("\"ID\",\"Kernel Name\",\"a.sum\"\n\"0\",\"k\",\"1x\"\n"), "f.csv: \"1x\" of a.sum is not a count");
  for (const char* value : {"inf", "nan", "-5", "1e19"}) {
    EXPECT_EQ(refusal((std::string("\"ID\",\"Kernel Name\",\"a.sum\"\n\"0\",\"k\",\"") + value + "\"\n").c_str()),
              std::string("f.csv: \"") + value + "\" of a.sum is not a count");
  }
  EXPECT_EQ(refusal("\"ID\",\"Kernel Name\",\"a.sum\"\n\"0\",\"k\",\"1\"\n\"1\",\"k\""),
            "f.csv: a line has 2 cells but the heading 3: the file is cut short, or not from ncu --csv");
}

}  // namespace
}  // namespace heteroscope
