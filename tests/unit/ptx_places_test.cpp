// Lines of PTX, which the assembler names, as lines of the sources.
#include "core/own/compile/ptx_places.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/own/compile/compiler_log.hpp"

namespace heteroscope {
namespace {

constexpr const char* placed_ptx =
    ".version 9.0\n"                                         // 1
    ".visible .entry f(\n"                                   // 2
    ")\n"                                                    // 3
    "{\n"                                                    // 4
    "\t.loc\t1 5 3\n"                                        // 5
    "\tfoo;\n"                                               // 6
    "\t.loc\t2 40 36, function_name $L, inlined_at 1 7 9\n"  // 7
    "\tbar;\n"                                               // 8
    "\t.loc\t3 50 1, function_name $L, inlined_at 2 41 5\n"  // 9
    "\tbaz;\n"                                               // 10
    "}\n"                                                    // 11
    ".func g(\n"                                             // 12
    ")\n"                                                    // 13
    "{\n"                                                    // 14
    "\tqux;\n"                                               // 15
    "\t.loc\t2 60 2\n"                                       // 16
    "\tquux;\n"                                              // 17
    "}\n"                                                    // 18
    "\t.file\t1 \"/home/me/my.cu\"\n"
    "\t.file\t2 \"/home/me/a.hpp\", 1234, 56\n";

std::string placed(int line) {
  return with_places_of_ptx("ptxas application ptx input, line " + std::to_string(line) + "; error   : Unknown\n",
                            placed_ptx, "/home/me/my.cu");
}

TEST(PtxPlaces, AreThoseOfTheFile) {
  EXPECT_EQ(placed(6), "/home/me/my.cu:5: error: inline PTX: Unknown\n");
  EXPECT_EQ(placed(8), "/home/me/my.cu:7: error: inline PTX: Unknown\n") << "a header's function was inlined there";
  EXPECT_EQ(placed(10), "/home/me/my.cu:7: error: inline PTX: Unknown\n") << "one of another, which was, too";
  EXPECT_EQ(placed(17), "/home/me/a.hpp:60: error: inline PTX: Unknown\n") << "a header's function is one of its own";
}

TEST(PtxPlaces, AreLeftOutWhereThereAreNone) {
  for (const int line : {1, 15, 1'000'000})
    EXPECT_TRUE(placed(line).find("my.cu:") == std::string::npos) << placed(line);
  EXPECT_EQ(placed(15), "ptxas error   : Unknown\n");
  EXPECT_EQ(with_places_of_ptx("ptxas application ptx input, line 3; error   : Unknown\n", "", "my.cu"),
            "ptxas error   : Unknown\n");
}

TEST(PtxPlaces, LeaveOtherLinesAsTheyAre) {
  const std::string log = "my.cu(3): error: x\n  int y\n      ^\n\nptxas fatal   : Unresolved extern function 'f'\n";
  EXPECT_EQ(with_places_of_ptx(log, placed_ptx, "/home/me/my.cu"), log);
  const std::string both =
      "ptxas application ptx input, line 6; error   : Unknown\nptxas fatal   : Ptx assembly aborted due to errors\n";
  const std::vector<CompileMessage> messages = messages_in(with_places_of_ptx(both, placed_ptx, "/home/me/my.cu"));
  ASSERT_EQ(messages.size(), 1U) << "that it was aborted says nothing";
  EXPECT_EQ(messages.front().place, (SourcePlace{5, 0}));
}

}  // namespace
}  // namespace heteroscope
