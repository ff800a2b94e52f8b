#include "core/own/compile/source_lines.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/unit/own_fixture.hpp"

namespace heteroscope {
namespace {

using testing::dots_source;
using testing::gpu_dots;

/// What nvdisasm says of a place, whose file is one of this folder.
std::string marker(const std::string& file, int line) {
  return fmt::format("\t//## File \"{}\", line {}\n", (std::filesystem::current_path() / file).string(), line);
}
std::string inlined(const std::string& file, int line, const std::string& into, int at) {
  std::string out = marker(file, line);
  out.pop_back();
  return fmt::format("{} inlined at \"{}\", line {}\n", out, (std::filesystem::current_path() / into).string(), at);
}
std::string instruction(int number) {
  return fmt::format("        /*{:04x}*/                   NOP ;\n", 16 * number);
}

TEST(SourceLines, StandAheadOfTheirInstructions) {
  const std::string listing = ".text.draw:\n" + marker("my.cu", 7) + instruction(0) + instruction(1) +
                              inlined("tests/dot.hpp", 40, "my.cu", 9) + marker("my.cu", 9) + instruction(2) +
                              "\t//## File \".nv_debug_ptx_txt\", line 12\n" + instruction(3);
  EXPECT_EQ(with_source_lines(listing, dots_source(gpu_dots)),
            ".text.draw:\n\t// my.cu:7: const int x = blockIdx.x * blockDim.x + threadIdx.x;\n" + instruction(0) +
                instruction(1) +
                "\t// my.cu:9: if (x < dots.width && y < dots.rows.end) dots.out(x, y) = dots.value(x, y);\n" +
                instruction(2) + instruction(3));
}

TEST(SourceLines, AreNotRepeatedUntilALabel) {
  const std::string line = marker("my.cu", 10);
  const std::string listing = line + instruction(0) + inlined("tests/dot.hpp", 4, "my.cu", 10) + line + instruction(1) +
                              ".L_x_0:\n" + line + instruction(2);
  const std::string words = "\t// my.cu:10: }\n";
  EXPECT_EQ(with_source_lines(listing, dots_source(gpu_dots)),
            words + instruction(0) + instruction(1) + ".L_x_0:\n" + words + instruction(2));
}

TEST(SourceLines, OfAHeaderAloneAreNamed) {
  const std::string listing = marker("tests/dot.hpp", 40) + instruction(0) + marker("my.cu", 1000) + instruction(1);
  EXPECT_EQ(with_source_lines(listing, dots_source(gpu_dots)),
            "\t// tests/dot.hpp:40\n" + instruction(0) + "\t// my.cu:1000: \n" + instruction(1));
}

}  // namespace
}  // namespace heteroscope
