// Errors of the command line's words: what is wrong, and with which of them.
#include "app/options/command_line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/refused.hpp"

namespace heteroscope {
namespace {

using testing::Refused;

/// What is said of these words by a program with one command, whose `from` is required.
Refused refused_words(std::vector<std::string> words) {
  CommandLine line("program", "1", "a program");
  Command* const paint = line.program().add_subcommand("paint", "paints");
  std::string from;
  std::string width;
  paint->add_option("from", from, "what is painted")->required();
  paint->add_option("--width", width, "how wide");
  words.insert(words.begin(), {"program", "paint"});
  std::vector<char*> arguments;
  arguments.reserve(words.size());
  for (std::string& each : words) arguments.push_back(each.data());
  return testing::refused([&] { line.parse(static_cast<int>(arguments.size()), arguments.data()); }, "paint: ");
}

TEST(CommandLineWords, AreRefusedWithACodeAndAName) {
  EXPECT_EQ(refused_words({"a", "--widht", "3"}), (Refused{Wrong::unknown, "--widht"}));
  EXPECT_EQ(refused_words({"a", "--widht=3"}), (Refused{Wrong::unknown, "--widht"}));
  EXPECT_EQ(refused_words({"a", "b"}), (Refused{Wrong::unknown, "b"}));
  EXPECT_EQ(refused_words({"a", "--width"}), (Refused{Wrong::missing, "--width"}));
  EXPECT_EQ(refused_words({"a", "--width", "3", "--width", "4"}), (Refused{Wrong::value, "--width"}));
  EXPECT_EQ(refused_words({}), (Refused{Wrong::missing, "from"}));
}

}  // namespace
}  // namespace heteroscope
