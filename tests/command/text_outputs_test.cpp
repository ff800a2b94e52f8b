#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "app/text/csv.hpp"
#include "app/text/document.hpp"
#include "app/text/page.hpp"
#include "app/text/wrapped.hpp"

/// What a text from anybody's file becomes in each kind of output.
namespace heteroscope {
namespace {

constexpr const char* hostile = "\x1b]0;t\a\x1b[2J|x\n# forged <script>a(1)</script> \u009b1m \xff";

TEST(TextOutputs, MarkdownIsOneLineWithoutElementsAndLinks) {
  const std::string safe = "\\x1b]0;t\\x07\\x1b[2J|x\\x0a# forged \\<script>a(1)\\</script> \\u009b1m \\xff";
  EXPECT_EQ(markdown({Paragraph{hostile}}), safe + "\n");
  EXPECT_EQ(markdown({List{{hostile}}}), "- " + safe + "\n");
  EXPECT_EQ(markdown_escaped("\\<b> [a](b) [a][b] a <= b"), "\\\\\\<b> [a\\](b) [a\\][b] a <= b");
  EXPECT_EQ(markdown_escaped("elements<float, 0> < b <!-- <http://a> <a"),
            "elements<float, 0> < b \\<!-- \\<http://a> \\<a");
  EXPECT_EQ(markdown_code("a"), "`a`");
  EXPECT_EQ(markdown_code("a``b\n"), "``` a``b\\x0a ```");
}

TEST(TextOutputs, ATablesCellIsOneCell) {
  TextTable table({{"a|b", false}, {"c", false}});
  table.add({hostile, "d"});
  const std::string text = markdown({table});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3) << text;
  EXPECT_NE(text.find("| a\\|b"), std::string::npos) << text;
  EXPECT_NE(text.find("\\x1b[2J\\|x\\x0a# forged \\<script>"), std::string::npos) << text;
}

TEST(TextOutputs, HtmlHasEntitiesAndNoControlCharacters) {
  EXPECT_EQ(html_escaped("<a href=\"x\">&\n\x1b[2J\x01\xff\ufffe"),
            "&lt;a href=&quot;x&quot;&gt;&amp;\n\\x1b[2J\\x01\\xff\\ufffe");
  const std::string page = html_page(
      "t", "a", {{.id = "x\"><script>", .title = "one", .body = {}}, {.id = "y", .title = "two", .body = {}}});
  EXPECT_EQ(page.find("\"><script>"), std::string::npos);
}

TEST(TextOutputs, WrappedWordsAreSafeOnATerminal) {
  EXPECT_EQ(wrapped("- ", "a\x1b[2J b"), "- a\\x1b[2J b\n");
}

TEST(TextOutputs, CsvHasNoFormulas) {
  EXPECT_EQ(csv_line({"-O3 -DNDEBUG", "=1+1", "+A1", "@x", "-x"}), "'-O3 -DNDEBUG,'=1+1,'+A1,'@x,'-x\n");
  EXPECT_EQ(csv_line({"=cmd|' /C x'!A1,\"y\""}), "\"'=cmd|' /C x'!A1,\"\"y\"\"\"\n");
}

TEST(TextOutputs, CsvKeepsNumbersAsTheyAre) {
  EXPECT_EQ(csv_line({"-1", "-0.5", "-1e-300", "1", "-inf", "nan", "-", ""}), "-1,-0.5,-1e-300,1,-inf,nan,'-,\n");
}

TEST(TextOutputs, ACellOfCsvKeepsItsLineEndsInQuotes) {
  EXPECT_EQ(csv_line({"a\nb\r\x1b[2J", "c,d"}), "\"a\nb\\x0d\\x1b[2J\",\"c,d\"\n");
}

}  // namespace
}  // namespace heteroscope
