#include <algorithm>
#include <regex>
#include <utility>
#include <vector>

#include "app/lessons/answers.hpp"
#include "app/results/json.hpp"
#include "app/results/parts.hpp"
#include "core/base/error.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"
#include "tests/unit/refused.hpp"

/// Result files that were made, or damaged, so that their readers do what nobody wants.
namespace heteroscope::testing {
namespace {

using nlohmann::json;
using HostileResults = Program;

/// A result of one row, as small as one can be.
json small_result() {
  const json number{{"name", "time"}, {"unit", "ms"}, {"hint", "time"}, {"about", ""}, {"interval", false}};
  json word = number;
  word["hint"] = "plain";
  return {{"heteroscope_bench", 2},
          {"title", "t"},
          {"fields", {{"title", word}, {"x", word}, {"x/y", word}, {"median_ms", number}}},
          {"rows", json::array({{{"median_ms", 1}}})},
          {"skipped", json::array()}};
}

Refused refused_result(const json& result, const std::string& begin = "r.json: ") {
  return refused([&] { results_from_json(dump_of(result), "r.json"); }, begin);
}

TEST(HostileResult, AKeyThatIsAPlaceInAListIsRefused) {
  json bomb = small_result();
  bomb["x"] = {{"0", 1}, {"100000000", 2}};
  EXPECT_EQ(refused_result(bomb), (Refused{Wrong::kind, "0"}));
  json row = small_result();
  row["rows"][0]["x"] = {{"99999999", 2}};
  EXPECT_EQ(refused_result(row, "r.json: rows[0]: "), (Refused{Wrong::kind, "99999999"}));
}

TEST(HostileResult, AFieldThatIsAPlaceInAListIsRefused) {
  for (const char* field : {"x/100000000", "x//y", "", "/x", "x/", "x/a~1b"}) {
    json bomb = small_result();
    bomb["fields"][field] = bomb["fields"]["x"];
    EXPECT_EQ(refused_result(bomb, "r.json: fields: "), (Refused{Wrong::kind, field}));
  }
}

TEST(HostileResult, AKeyOfAnotherPathIsRefused) {
  for (const char* key : {"x/y", "x~1y", "~", "", "7"}) {
    json wrong = small_result();
    wrong["rows"][0][key] = 1;
    EXPECT_EQ(refused_result(wrong, "r.json: rows[0]: "), (Refused{Wrong::kind, key}));
  }
}

TEST(HostileResult, SettingsThatAreNoneAreRefused) {
  for (const json& settings : {json(1), json::array(), json("x"), json()}) {
    json wrong = small_result();
    wrong["rows"][0]["settings"] = settings;
    EXPECT_EQ(refused_result(wrong, "r.json: rows[0]: "), (Refused{Wrong::kind, "settings"})) << settings;
  }
}

/// A value and parts of it have the same place.
TEST(HostileResult, ValuesInOnePlaceAreRefused) {
  heteroscope::Result result;
  result.facts = {{.id = "x", .name = {}, .unit = {}, .about = {}, .value = 1.0, .interval = {}},
                  {.id = "x/y", .name = {}, .unit = {}, .about = {}, .value = 2.0, .interval = {}}};
  EXPECT_THROW(result_json(result), BadInput);
}

TEST(HostileResult, AListIsAsLongAsItsValues) {
  const auto at = [](const char* id) {
    return Datum{.id = id, .name = {}, .unit = {}, .about = {}, .value = 1.0, .interval = {}};
  };
  EXPECT_EQ(json_of({at("x/0/a"), at("x/0/b"), at("x/1/a"), at("y/z")}).dump(),
            R"({"x":[{"a":1.0,"b":1.0},{"a":1.0}],"y":{"z":1.0}})");
  EXPECT_THROW(json_of({at("x/100000000")}), BadInput);
}

/// Many values of a field with a long description take far more than the file.
TEST_F(HostileResults, TheMemoryLimitHoldsForWhatIsReadOfThem) {
  json large = small_result();
  large["fields"]["x"]["about"] = std::string(1900, 'a');
  large["x"] = json::array();
  for (int i = 0; i < 30'000; ++i) large["x"].push_back(0);
  write_text(file("a.json"), dump_of(large));
  expect_refused("compare a.json a.json --memory-limit 20M", "a.json: memory: ");
  expect_refused("compare a.json a.json --memory-limit 1M", "a.json: memory: ");
}

TEST_F(HostileResults, EveryReaderRefusesTheIndexBomb) {
  json bomb = small_result();
  bomb["x"] = {{"0", 1}, {"100000000", 2}};
  write_text(file("a.json"), dump_of(bomb));
  const std::string words = "a.json: the result: \"0\" ";
  expect_refused("compare a.json a.json", words);
  expect_refused("report a.json --out a.html", words);
  expect_refused("lesson schedules --measured a.json --answers 2,3,3 --json o.json", words);
  expect_refused("bench binarize --size 8x8 --processor cpu --json a.json --resume", words);
  const json answers{
      {"heteroscope_answers", 1},
      {"name", "n"},
      {"lessons", json::array({{{"lesson", "l"}, {"title", "t"}, {"questions", json::array()}, {"run", bomb}}})}};
  write_text(file("b.json"), dump_of(answers));
  expect_refused("lesson schedules --measured a.json --answers 2,3,3 --save b.json", "the result: \"0\" ");
}

/// Neither below a blank, lines apart, nor DEL, nor of those that UTF-8 has from 0x80 to 0x9f.
bool has_controls(const std::string& text) {
  static const std::regex of_two_bytes("\xc2[\x80-\x9f]");
  return std::ranges::any_of(text,
                             [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7f; }) ||
         std::regex_search(text, of_two_bytes);
}

/// The places of a result's texts, of one row and of one field, each of which somebody could have written.
std::vector<std::string> texts_in(const json& result) {
  static const std::regex like_others("/rows/[1-9].*|/fields/(?!median_ms/).*");
  std::vector<std::string> out;
  const json flat = result.flatten();
  for (const auto& [place, value] : flat.items()) {
    if (value.is_string() && !std::regex_match(place, like_others)) out.push_back(place);
  }
  return out;
}

/// Titles, names and units that would move a terminal's cursor, rename its window or begin a line of their own.
TEST_F(HostileResults, TheirTextsDoNothingToATerminal) {
  const json lesson{
      {"lesson", "own"},
      {"title", "Short"},
      {"scene", {"A scene."}},
      {"setting", "mandelbrot --size 16x16"},
      {"rows", {{{"id", "r0"}, {"run", "--variant sequential"}}, {{"id", "r1"}, {"run", "--variant simd"}}}},
      {"questions",
       {{{"ask", "Which?"},
         {"choices", {"a", "b"}},
         {"findings", {{{"if", "differing:r0/r1 equals 0"}, {"answer", 2}, {"then", "{r0.median_ms}"}}}}}}}};
  write_text(file("own.json"), dump_of(lesson));
  const std::string bench =
      "bench mandelbrot --size 16x16 --scene inside --precision fp32 --processor cpu --variant "
      "sequential --variant simd --repeat 3 --json ";
  ASSERT_EQ(run(bench + "right.json").code, 0);
  ASSERT_EQ(run("lesson --file own.json --answers 1 --json taken.json").code, 0);
  const std::string text =
      "\x1b]0;title\x07\x1b[2J|x\n\xc2\x9b"
      "31m# forged\x7f";
  for (const auto& [of, reader] : {std::pair<std::string, std::string>{"right.json", "compare right.json bad.json"},
                                   {"right.json", bench + "bad.json --resume"},
                                   {"taken.json", "lesson --file own.json --answers 1 --measured bad.json"}}) {
    const json right = json_of(read_text(file(of)));
    int shown = 0;
    for (const std::string& place : texts_in(right)) {
      SCOPED_TRACE(reader + ", " + place);
      json bad = right;
      bad[json::json_pointer(place)] = text;
      write_text(file("bad.json"), dump_of(bad));
      const Result result = run(reader);
      const std::string all = result.out + result.error;
      EXPECT_FALSE(has_controls(all)) << all;
      EXPECT_EQ(all.find("\n# forged"), std::string::npos) << all;
      if (all.find("# forged") != std::string::npos) ++shown;
    }
    EXPECT_GT(shown, 2) << "some of them are seen: " << reader;
  }
}

/// Names that are no UTF-8 are no JSON.
TEST(HostileResult, BytesThatAreNoUtf8AreReplacedInJson) {
  const std::string made = answers_json({.name = "a\xff", .lessons = {}});
  EXPECT_EQ(json_of(made).at("name"), "a\ufffd");
}

}  // namespace
}  // namespace heteroscope::testing
