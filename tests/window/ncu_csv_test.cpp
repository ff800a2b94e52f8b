#include "app/commands/profile/ncu_csv.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "tests/unit/refused.hpp"

namespace heteroscope {
namespace {

using testing::Refused;
using testing::refused;

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

TEST(NcuCsv, SaysWhatIsWrong) {
  const auto wrong = [](const std::string& text) { return refused([&] { read_ncu(text, "f.csv"); }, "f.csv: "); };
  const auto of_file = [](Wrong code) { return Refused{code, "f.csv"}; };
  EXPECT_EQ(wrong(""), of_file(Wrong::kind));
  EXPECT_EQ(wrong("\"ID\",\"Kernel Name\",\"a.avg\"\n\"0\",\"k\",\"1\"\n"), of_file(Wrong::missing));
  const std::string head = "\"ID\",\"Kernel Name\",\"a.sum\"\n\"0\",\"k\",\"";
  EXPECT_EQ(wrong(head + "1x\"\n"), of_file(Wrong::kind));
  for (const char* value : {"inf", "nan", "-5", "1e19"}) EXPECT_EQ(wrong(head + value + "\"\n"), of_file(Wrong::value));
  EXPECT_EQ(wrong(head + "1\"\n\"1\",\"k\""), of_file(Wrong::damaged)) << "a line of two cells";
}

}  // namespace
}  // namespace heteroscope
