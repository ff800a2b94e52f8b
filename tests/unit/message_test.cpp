#include "core/base/message.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/base/utf8.hpp"

namespace heteroscope {
namespace {

TEST(Message, PrintableTextStaysAsItIs) {
  EXPECT_EQ(printable("plain, Größe 10 µm, 図, 😀 \\ \"x\""), "plain, Größe 10 µm, 図, 😀 \\ \"x\"");
}

TEST(Message, WhatATerminalWouldObeyIsEscaped) {
  EXPECT_EQ(printable("\x1b[31mred\a\x7f\n"), "\\x1b[31mred\\x07\\x7f\\x0a");
  EXPECT_EQ(printable("a\u009b2Jb"), "a\\u009b2Jb");          // C1: a control sequence's introducer
  EXPECT_EQ(printable("a\x9bJ"), "a\\x9bJ");                  // the same as a byte that is no UTF-8
  EXPECT_EQ(printable("x\u202egnp.exe"), "x\\u202egnp.exe");  // turns the direction
  EXPECT_EQ(printable("a\u2028b\ufeff"), "a\\u2028b\\ufeff");
}

TEST(Message, WhatIsNoUtf8IsEscaped) {
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // longer than needed
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");                    // cut short
  EXPECT_TRUE(is_utf8("ä€😀"));
  for (const char* text : {"\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80"}) {
    EXPECT_FALSE(is_utf8(text));
  }
}

TEST(Message, QuotesAreCutBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 81; ++i) text += "ä";
  std::string eighty = text.substr(0, 160);
  EXPECT_EQ(quote(eighty), '"' + eighty + '"');
  EXPECT_EQ(quote(text), '"' + eighty + "…\"");
  EXPECT_EQ(excerpt("\n"), "\\x0a");
}

TEST(Message, AMessageIsOneLineThatCanBeRead) {
  EXPECT_EQ(one_line("a\nb\r\tc\n\n"), "a b  c");
  const std::string word(100000, 'w');
  EXPECT_EQ(one_line("no " + word + " here"), "no " + word.substr(0, 80) + "…" + word.substr(0, 80) + " here");
  std::string many;
  for (int i = 0; i < 10000; ++i) many += "word ";
  const std::string line = one_line(many);
  EXPECT_LT(line.size(), 2100u);
  EXPECT_TRUE(line.starts_with("word word ")) << line;
  EXPECT_NE(line.find("…"), line.npos);
}

TEST(Message, ANameAheadIsLeftOut) {
  EXPECT_EQ(without_name("mine.cpp: it ended", "mine.cpp"), "it ended");
  EXPECT_EQ(without_name("mine.cpp:12: it ended", "mine.cpp"), "mine.cpp:12: it ended") << "a place in the file";
  EXPECT_EQ(without_name("mine.cpp", "mine.cpp"), "mine.cpp");
  EXPECT_EQ(without_name("yours.cpp: it ended", "mine.cpp"), "yours.cpp: it ended");
}

}  // namespace
}  // namespace heteroscope
