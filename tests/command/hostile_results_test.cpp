#include "app/lessons/answers.hpp"
#include "app/results/json.hpp"
#include "app/results/parts.hpp"
#include "core/base/error.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

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

std::string refusal_of(const json& result) {
  try {
    results_from_json(dump_of(result), "r.json");
  } catch (const BadInput& wrong) {
    return wrong.what();
  }
  return {};
}

TEST(HostileResult, AKeyThatIsAPlaceInAListIsRefused) {
  json bomb = small_result();
  bomb["x"] = {{"0", 1}, {"100000000", 2}};
  EXPECT_EQ(refusal_of(bomb), "r.json: the result: \"0\" is not the name of a value (a word without / and ~)");
  json row = small_result();
  row["rows"][0]["x"] = {{"99999999", 2}};
  EXPECT_EQ(refusal_of(row), "r.json: rows[0]: \"99999999\" is not the name of a value (a word without / and ~)");
}

TEST(HostileResult, AFieldThatIsAPlaceInAListIsRefused) {
  for (const char* field : {"x/100000000", "x//y", "", "/x", "x/", "x/a~1b"}) {
    json bomb = small_result();
    bomb["fields"][field] = bomb["fields"]["x"];
    EXPECT_NE(refusal_of(bomb).find("is not a name of values (words with / between them)"), std::string::npos) << field;
  }
}

TEST(HostileResult, AKeyOfAnotherPathIsRefused) {
  for (const char* key : {"x/y", "x~1y", "~", "", "7"}) {
    json wrong = small_result();
    wrong["rows"][0][key] = 1;
    EXPECT_NE(refusal_of(wrong).find("is not the name of a value (a word without / and ~)"), std::string::npos) << key;
  }
}

TEST(HostileResult, SettingsThatAreNoneAreRefused) {
  for (const json& settings : {json(1), json::array(), json("x"), json()}) {
    json wrong = small_result();
    wrong["rows"][0]["settings"] = settings;
    EXPECT_EQ(refusal_of(wrong), "r.json: rows[0]: settings: is not an object ({…})") << settings;
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
  const std::string words = "a.json: the result: \"0\" is not the name of a value";
  expect_refused("compare a.json a.json", words);
  expect_refused("report a.json --out a.html", words);
  expect_refused("lesson schedules --measured a.json --answers 2,3,3 --json o.json", words);
  expect_refused("bench binarize --size 8x8 --processor cpu --json a.json --resume", words);
  const json answers{
      {"heteroscope_answers", 1},
      {"name", "n"},
      {"lessons", json::array({{{"lesson", "l"}, {"title", "t"}, {"questions", json::array()}, {"run", bomb}}})}};
  write_text(file("b.json"), dump_of(answers));
  expect_refused("lesson schedules --measured a.json --answers 2,3,3 --save b.json",
                 "is not the name of a value (a word without / and ~)");
}

/// Names that are no UTF-8 are no JSON.
TEST(HostileResult, BytesThatAreNoUtf8AreReplacedInJson) {
  const std::string made = answers_json({.name = "a\xff", .lessons = {}});
  EXPECT_EQ(json_of(made).at("name"), "a\ufffd");
}

}  // namespace
}  // namespace heteroscope::testing
