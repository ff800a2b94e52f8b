// Sources by what their parts are.
#include "app/text/highlight.hpp"

#include <gtest/gtest.h>

#include <string>

#include "kernels/embedded_files.hpp"

namespace heteroscope {
namespace {

/// The lines, each part in brackets behind the letter of its kind.
std::string shown_lines(const HighlightedLines& lines) {
  std::string out;
  for (const auto& line : lines) {
    for (const Highlight& each : line) {
      out += "pkcsd"[static_cast<std::size_t>(each.kind)];
      out += '[' + std::string(each.text) + ']';
    }
    out += '\n';
  }
  return out;
}

TEST(Highlights, KeywordsCommentsStringsAndPreprocessorLines) {
  EXPECT_EQ(shown_lines(highlighted("#include <a>\n\nconst int x = f(\"for\", 'c');  // if\n")),
            "d[#include <a>]\n\nk[const]p[ ]k[int]p[ x = f(]s[\"for\"]p[, ]s['c']p[);  ]c[// if]\n");
  EXPECT_EQ(shown_lines(highlighted("/* a\nb */ forty")), "c[/* a]\nc[b */]p[ forty]\n");
  EXPECT_EQ(shown_lines(highlighted("R\"(x)\" if")), "p[R]s[\"(x)\"]p[ ]k[if]\n");
  EXPECT_EQ(shown_lines(highlighted("\"open")), "s[\"open]\n");
  EXPECT_EQ(shown_lines(highlighted("")), "");
}

TEST(Highlights, NothingOfASourceIsLost) {
  for (const EmbeddedFile& each : variant_sources()) {
    std::string back;
    for (const auto& line : highlighted(each.text)) {
      for (const Highlight& part : line) back += part.text;
      back += '\n';
    }
    EXPECT_EQ(back, each.text) << each.name;
  }
}

}  // namespace
}  // namespace heteroscope
