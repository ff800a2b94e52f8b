#include <omp.h>

#include "app/text/document.hpp"
#include "app/text/page.hpp"
#include "app/text/picture.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"
#include "tests/xml.hpp"

/// `report`: pages of results.
namespace heteroscope::testing {
namespace {

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
  EXPECT_EQ(faults_in_page(page), std::vector<std::string>{});
  EXPECT_EQ(count_of(page, "<section id="), 2U);
  EXPECT_GE(count_of(page, "<svg "), 4U);
  for (const char* words :
       {"is the fastest with", "heteroscope bench <span>--again</span> a.json", "published conclusion",
        "prefers-color-scheme: dark", "@page", "aria-sort", "compiler", "Skip to the contents", "zₖ₊₁ = zₖ² + c",
        "The expected and the measured time of the fastest variants"}) {
    EXPECT_NE(page.find(words), std::string::npos) << words;
  }
  EXPECT_EQ(page.find("<caption>Times by number of threads</caption>") != std::string::npos, omp_get_num_procs() > 1);
  const std::string text = read_text(file("r.md"));
  EXPECT_TRUE(text.starts_with("# mandelbrot: a.json\n\nMeasure again with `heteroscope bench --again a.json`."));
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

TEST_F(Report, HasPicturesAndBlackDifferences) {
  make("a.json");
  const std::string page = expect_success("report a.json --out -").out;
  EXPECT_EQ(faults_in_page(page), std::vector<std::string>{});
  EXPECT_GE(count_of(page, "<img src=\"data:image/png;base64,iVBORw0KGgo"), 2U);
  for (const char* words : {"the reference, 24x16, fp32", "0 of 384 values differ from the reference",
                            "heteroscope diff a.npy b.npy <span>--out</span> difference.png"})
    EXPECT_NE(page.find(words), std::string::npos) << words;
  EXPECT_EQ(expect_success("report a.json --no-pictures --out -").out.find("<img"), std::string::npos);
  const std::string text = expect_success("report a.json --markdown -").out;
  EXPECT_NE(text.find("0 of 384 values differ"), std::string::npos) << text;
}

/// A source that is gone, and settings that this program cannot read.
TEST_F(Report, SaysWhatCannotBePictured) {
  expect_success("render mandelbrot --size 16x16 --out source.png");
  expect_success("bench transpose --source source.png --precision fp32 --processor cpu --repeat 6 --json a.json");
  std::filesystem::remove(file("source.png"));
  const std::string page = expect_success("report a.json --out -").out;
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_NE(page.find("source.png"), std::string::npos);
  EXPECT_EQ(faults_in_page(page), std::vector<std::string>{});
  make("b.json");
  nlohmann::json result = json_of(read_text(file("b.json")));
  for (auto& row : result["rows"]) row["settings"]["variants"]["escape"]["cpu"] = "nonesuch";
  write_text(file("b.json"), result.dump());
  EXPECT_NE(expect_success("report b.json --out -").out.find("nonesuch"), std::string::npos);
}

TEST_F(Report, RowsOfOneRunAreSeenAsSuch) {
  const std::string rows = "bench mandelbrot --size 24x16 --scene inside --precision fp32 --processor cpu ";
  const std::string once = expect_success(rows + "--repeat 1 --json a.json").out;
  const std::string often = expect_success(rows + "--repeat 6 --json b.json").out;
  EXPECT_EQ(often.find("(1 run)"), std::string::npos) << often;
  EXPECT_NE(once.find("| runs |"), std::string::npos) << once;
  EXPECT_NE(expect_success("report a.json --no-pictures --out -").out.find(" ms (1 run)</td>"), std::string::npos);
  EXPECT_EQ(expect_success("report b.json --no-pictures --out -").out.find("(1 run)"), std::string::npos);
  const std::string compared = expect_success("compare a.json b.json").out;
  EXPECT_EQ(count_of(compared, " ms (1 run) |"), json_of(read_text(file("a.json")))["rows"].size()) << compared;
  const std::string by_axis =
      expect_success("bench triangle --scene 128 --processor cpu --variant simd --precision fp32 --repeat 1").out;
  EXPECT_NE(by_axis.find(" (1 run) |"), std::string::npos) << by_axis;
  EXPECT_EQ(by_axis.find("± 0.0"), std::string::npos) << by_axis;
}

TEST_F(Report, NamesTheSourcesOfConclusions) {
  expect_success("bench cpu-schedules --size 16x16 --repeat 6 --json a.json");
  const std::string page = expect_success("report a.json --no-pictures --out - ").out;
  const std::size_t said = page.find("Their source:");
  ASSERT_NE(said, std::string::npos);
  EXPECT_LT(said, page.find("<h3>Theory</h3>")) << "beside the sentences, not only in the tables";
  EXPECT_NE(page.find("&quot;Práctica 04-06&quot;, Alejandro Rodríguez López; report of a course", said),
            std::string::npos);
  EXPECT_EQ(faults_in_page(page), std::vector<std::string>{});
}

/// Of a collection's suites what this machine could not measure.
TEST_F(Report, JudgesWhatWasPublishedOfSuitesThatWereLeftOut) {
  make("a.json");
  const nlohmann::json left_out{{{"title", "transpose-tiles"}, {"reason", "no CUDA device"}},
                                {{"title", "of-another-version"}, {"reason", "no CUDA device"}}};
  const nlohmann::json all{{"heteroscope_bench", 2},
                           {"title", "few"},
                           {"parts", {json_of(read_text(file("a.json")))}},
                           {"left_out", left_out}};
  write_text(file("few.json"), all.dump());
  expect_success("report few.json few.json --no-pictures --out r.html --markdown r.md");
  const std::string page = read_text(file("r.html"));
  EXPECT_EQ(faults_in_page(page), std::vector<std::string>{});
  EXPECT_EQ(count_of(page, "transpose-tiles: left out</h2>"), 1U) << "each suite once";
  for (const char* words : {"Nothing was measured here: no CUDA device.", "by the published figures", "Renzo Gambone",
                            "of-another-version: left out"})
    EXPECT_NE(page.find(words), std::string::npos) << words;
  const std::string text = read_text(file("r.md"));
  EXPECT_NE(text.find("# transpose-tiles: left out\n\nNothing was measured here: no CUDA device.\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("| by the published figures"), std::string::npos);
}

TEST_F(Report, OneGraphAlone) {
  make("a.json");
  expect_success("report a.json --graph roofline --out r.svg");
  const std::string svg = read_text(file("r.svg"));
  EXPECT_EQ(fault_in_xml(svg), "");
  EXPECT_NE(svg.find("mandelbrot: roofline"), std::string::npos);
  expect_refused("report a.json --graph pie --out r2.svg", "--graph \"pie\" does not exist in this result: times, ");
  expect_refused("report a.json a.json --graph times --out r2.svg", "--graph needs exactly one result");
  expect_refused("report a.json --graph times --out r2.svg --markdown r.md", "--graph writes only --out FILE.svg");
}

TEST_F(Report, BadInput) {
  make("a.json");
  expect_refused("report --out r.html", "report: name one or more files of `heteroscope bench --json`");
  expect_refused("report a.json", "--out");
  expect_refused("report b.json --out r.html", "b.json");
  expect_refused("report a.json --out a.json", "a.json");
  expect_refused("report a.json --out missing/r.html", "missing");
  nlohmann::json result = json_of(read_text(file("a.json")));
  result["rows"] = nlohmann::json::array();
  write_text(file("c.json"), result.dump());
  expect_refused("report c.json --out r.html", "c.json: has no rows");
}

TEST(Html, TablesHaveAHeadForEachCellAndACaption) {
  TextTable table({{"row"}, {"time", true}, {""}});
  table.add({"a & b", "1 ms"});
  const std::string rest =
      "<thead>\n<tr><th scope=\"col\">row</th><th scope=\"col\" class=\"number\">time</th><td></td></tr>\n</thead>\n"
      "<tbody>\n<tr><td>a &amp; b</td><td class=\"number\">1 ms</td><td></td></tr>\n</tbody>\n</table>\n</div>\n";
  EXPECT_EQ(html({Paragraph{"1 < 2"}, List{{"x", "y"}}, table}),
            "<p>1 &lt; 2</p>\n<ul>\n<li>x</li>\n<li>y</li>\n</ul>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
            "aria-label=\"Table\">\n<table>\n" +
                rest);
  EXPECT_EQ(
      html({Paragraph{"Times:"}, table}),
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Times\">\n<table>\n<caption>Times</caption>\n" +
          rest);
}

TEST(Html, CommandsKeepTheirOptionsWhole) {
  EXPECT_EQ(html_command("a --b c\nd --e"), "<pre><code>a <span>--b</span> c\nd <span>--e</span></code></pre>\n");
}

/// The examples of RFC 4648, section 10.
TEST(Html, Base64) {
  const auto of = [](std::string_view text) { return base64(std::as_bytes(std::span(text))); };
  EXPECT_EQ(of(""), "");
  EXPECT_EQ(of("f"), "Zg==");
  EXPECT_EQ(of("fo"), "Zm8=");
  EXPECT_EQ(of("foo"), "Zm9v");
  EXPECT_EQ(of("foobar"), "Zm9vYmFy");
}

TEST(PageCheck, SeesWhatIsWrong) {
  const std::string good = html_page("t", "a", {{"x", "X", "<p>1</p>\n"}});
  EXPECT_EQ(faults_in_page(good), std::vector<std::string>{});
  for (const char* body :
       {"<p>", "<h4>a</h4>", "<p id=\"x\">1</p>", "<a href=\"#y\">1</a>", "<img src=\"a.png\" alt=\"b\">",
        "<table><thead><tr><th>a</th></tr></thead></table>", "<p>a & b</p>", "<a href=\"https://example.org\">1</a>"}) {
    EXPECT_NE(faults_in_page(html_page("t", "a", {{"x", "X", body}})), std::vector<std::string>{}) << body;
  }
}

}  // namespace
}  // namespace heteroscope::testing
