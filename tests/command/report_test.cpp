#include "app/commands/report/findings.hpp"
#include "app/text/document.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// `report`: pages of results.
namespace heteroscope::testing {
namespace {

std::size_t count_of(const std::string& text, const std::string& word) {
  std::size_t out = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++out;
  return out;
}

class Report : public Program {
 protected:
  void make(const std::string& name) const {
    expect_success("bench mandelbrot --size 24x16 --scene inside --precision fp32 --repeat 6 --json " + name);
  }
};

TEST_F(Report, IsAPageThatStandsAlone) {
  make("a.json");
  expect_success("bench cpu-schedules --size 16x16 --repeat 6 --json b.json");
  EXPECT_EQ(expect_success("report a.json b.json --out r.html --markdown r.md").out, "");
  const std::string page = read_text(file("r.html"));
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  for (const char* word : {"http:", "https:", "src=", "@import", "url("}) {
    const std::size_t at = page.find(word);
    // a name of a namespace is no address that is asked for anything
    if (at != std::string::npos) {
      EXPECT_EQ(page.substr(at, 26), "http://www.w3.org/2000/svg") << word;
    }
  }
  for (const char* tag : {"section", "table", "thead", "tbody", "tr", "td", "th", "p", "ul", "li", "figure", "svg",
                          "h2", "h3", "main", "nav", "script", "style"}) {
    const std::string name(tag);
    EXPECT_EQ(count_of(page, "<" + name + ">") + count_of(page, "<" + name + " "), count_of(page, "</" + name + ">"))
        << tag;
  }
  EXPECT_EQ(count_of(page, "<section id="), 2U);
  EXPECT_EQ(count_of(page, "<svg "), 2U);
  for (const char* words : {"is the fastest with", "heteroscope bench --again a.json", "Over threads:",
                            "published conclusion", "prefers-color-scheme: dark", "@page", "aria-sort", "compiler"}) {
    EXPECT_NE(page.find(words), std::string::npos) << words;
  }
  const std::string text = read_text(file("r.md"));
  EXPECT_TRUE(text.starts_with("# mandelbrot: a.json\n\nMeasured again by `heteroscope bench --again a.json`."));
  EXPECT_NE(text.find("# cpu-schedules: b.json"), std::string::npos);
}

TEST_F(Report, WhatAFileSaysIsNoMarkup) {
  make("a.json");
  nlohmann::json result = json_of(read_text(file("a.json")));
  result["machine"]["cpu"] = "<script>alert(1)</script> & \"others\"";
  result["rows"][0]["variant"] = "<b>bold</b>";
  write_text(file("a.json"), result.dump());
  const std::string page = expect_success("report a.json --out -").out;
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;others&quot;"), std::string::npos);
}

TEST_F(Report, BadInput) {
  make("a.json");
  expect_refused("report --out r.html", "of which results");
  expect_refused("report a.json", "--out");
  expect_refused("report b.json --out r.html", "b.json");
  expect_refused("report a.json --out a.json", "a.json");
  expect_refused("report a.json --out missing/r.html", "missing");
  nlohmann::json result = json_of(read_text(file("a.json")));
  result["rows"] = nlohmann::json::array();
  write_text(file("c.json"), result.dump());
  expect_refused("report c.json --out r.html", "c.json: has no rows");
}

TEST(Html, TablesHaveAHeadForEachCell) {
  TextTable table({{"row"}, {"time", true}, {""}});
  table.add({"a & b", "1 ms"});
  EXPECT_EQ(
      html({Paragraph{"1 < 2"}, List{{"x", "y"}}, table}),
      "<p>1 &lt; 2</p>\n<ul>\n<li>x</li>\n<li>y</li>\n</ul>\n"
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table\">\n<table>\n<thead>\n"
      "<tr><th scope=\"col\">row</th><th scope=\"col\" class=\"number\">time</th><td></td></tr>\n</thead>\n<tbody>\n"
      "<tr><td>a &amp; b</td><td class=\"number\">1 ms</td><td></td></tr>\n</tbody>\n</table>\n</div>\n");
}

}  // namespace
}  // namespace heteroscope::testing
