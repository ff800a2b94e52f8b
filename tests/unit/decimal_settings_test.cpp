#include <gtest/gtest.h>

#include <vector>

#include "core/io/json/json_text.hpp"
#include "core/io/png/png.hpp"
#include "core/model/schema/command_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/json.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/refused.hpp"
#include "tests/unit/temporary_folder.hpp"

/// Decimals on their way through files.
namespace heteroscope {
namespace {

using nlohmann::json;
using testing::refusal;
using testing::Refused;
using testing::refused;

const std::string place = "-1.7499" + std::string(600, '3') + "1";

const Workload& plane() {
  return find_workload(catalog(), "mandelbrot");
}

Settings deep() {
  Settings out = default_settings(plane());
  out.problem.parameters["center_re"] = Decimal::parse(place);
  out.problem.parameters["span"] = Decimal::parse("2.5e-600");
  return out;
}

Settings live() {
  Settings out = default_settings(find_workload(catalog(), "blur"));
  out.problem.source = {.id = "mandelbrot", .values = deep().problem.parameters};
  return out;
}

std::string changed(const char* where, const json& value) {
  json document = json_of(to_json(deep(), catalog()));
  document[json::json_pointer(where)] = value;
  return dump_of(document);
}

TEST(DecimalSettings, KeepEveryDigitInJsonAndPng) {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "p.png";
  for (const Settings& each : {deep(), live()}) {
    const std::string text = to_json(each, catalog());
    EXPECT_EQ(settings_from_json(text, "s.json", catalog()), each);
    write_png(path, {{2, 1}, {1, 2}}, text);
    EXPECT_EQ(load_settings(path, catalog()), each);
  }
}

/// `refine` was a switch: what was written then means what it meant.
TEST(DecimalSettings, FilesWithTheOldSwitchOpen) {
  const auto refined = [](const json& value) {
    const Settings found = settings_from_json(changed("/parameters/refine", value), "s.json", catalog());
    return value_text(*plane().find_parameter("refine"), found.problem.parameters.at("refine"));
  };
  for (const json& on : {json(true), json(1), json(1.0), json("exact")}) EXPECT_EQ(refined(on), "exact") << on;
  for (const json& off : {json(false), json(0), json("no")}) EXPECT_EQ(refined(off), "no") << off;
  EXPECT_EQ(refined("double_double"), "double_double");
  EXPECT_EQ(refused([&] { refined(2); }, "s.json: "), (Refused{Wrong::kind, "parameters.refine"}));
}

/// Of files that are older than a parameter it has its default.
TEST(DecimalSettings, FilesWithoutTheArithmeticAreFused) {
  json file = json_of(to_json(deep(), catalog()));
  ASSERT_EQ(file.at("parameters").erase("arithmetic"), 1);
  EXPECT_EQ(settings_from_json(file.dump(), "s.json", catalog()), deep());
}

TEST(DecimalSettings, AreTextsOnlyWhereNoDoubleSaysThem) {
  const json parameters = json_of(to_json(deep(), catalog()))["parameters"];
  EXPECT_EQ(parameters["center_re"], place);
  EXPECT_EQ(parameters["span"], "2.5e-600");
  EXPECT_EQ(parameters["center_im"], 0);
  EXPECT_TRUE(parameters["center_im"].is_number_integer());
}

TEST(DecimalSettings, NumbersAndTextsAreReadAlike) {
  const auto span = [](const json& value) {
    return settings_from_json(changed("/parameters/span", value), "s.json", catalog()).problem.parameters.at("span");
  };
  EXPECT_EQ(span(0.1), 0.1);
  EXPECT_EQ(span("0.1"), 0.1);
  EXPECT_EQ(span("1e-100000").text(), "1e-100000");
}

/// What somebody writes by hand: a number of JSON with more digits than doubles have, or nearer to 0.
TEST(DecimalSettings, NumbersWithoutQuotesKeepTheirDigits) {
  const auto read = [](const std::string& number) {
    std::string text = changed("/parameters/span", "here");
    text.replace(text.find("\"here\""), 6, number);
    return settings_from_json(text, "s.json", catalog()).problem.parameters.at("span").text();
  };
  EXPECT_EQ(read("0.1234567890123456789012345678901"), "0.1234567890123456789012345678901");
  EXPECT_EQ(read("2.5e-400"), "2.5e-400");
  EXPECT_EQ(read("1.5E-310"), "1.5e-310");
  EXPECT_EQ(read("0.30000000000000004"), "0.30000000000000004");
  EXPECT_EQ(read("0.10000000000000000"), "0.1") << "zeros say nothing";
  EXPECT_EQ(read("0.1000000000000000055511151231257827"), "0.1000000000000000055511151231257827");
  EXPECT_EQ(refused([&] { read("0e-400"); }, "s.json: "), (Refused{Wrong::value, "parameters.span"}));
  for (const char* text : {"0.12345678901234567890.1", "00.12345678901234567890"})
    EXPECT_EQ(refused([&] { read(text); }, "s.json: "), (Refused{Wrong::damaged, "s.json"})) << text;
}

TEST(JsonText, LongNumbersAreTextsAndDoublesAtOnce) {
  const json found = parse_json(
      R"({"a": [0.33333333333333333333, "0.5", 18446744073709551615, 1e-5], "\"0.33333333333333333333": "x\\"})", "t",
      3);
  EXPECT_EQ(found["a"][0], "0.33333333333333333333");
  EXPECT_EQ(number_in(found["a"][0]), 1.0 / 3);
  EXPECT_FALSE(number_in(found["a"][1])) << "a text that would have been a number is none";
  EXPECT_EQ(found["a"][2], 18446744073709551615ULL);
  EXPECT_EQ(number_in(found["a"][3]), 1e-5);
  EXPECT_EQ(found["\"0.33333333333333333333"], "x\\");
}

TEST(JsonText, WhatIsNoNumberIsSoonRefused) {
  const std::string ones(2'000'000, '1');
  for (const char* const end : {".x", "e", "-", ".", "..1"})
    EXPECT_EQ(refused([&] { parse_json("[" + ones + end + "]", "t", 3); }), (Refused{Wrong::damaged, "t"})) << end;
  EXPECT_EQ(numbers_in(parse_json("[1, 0.33333333333333333333]", "t", 3)), (std::vector<double>{1, 1.0 / 3}));
  EXPECT_FALSE(numbers_in(parse_json("[1, \"2\"]", "t", 3)));
  EXPECT_FALSE(numbers_in(parse_json("1", "t", 3)));
}

TEST(DecimalSettings, BadOnesAreRefusedInALine) {
  const auto wrong = [](const json& value) {
    return refused([&] { settings_from_json(changed("/parameters/span", value), "s.json", catalog()); }, "s.json: ");
  };
  EXPECT_EQ(wrong("wide"), (Refused{Wrong::kind, "parameters.span"}));
  EXPECT_EQ(wrong("0"), (Refused{Wrong::value, "parameters.span"}));
  EXPECT_EQ(wrong(true), (Refused{Wrong::kind, "parameters.span"}));
  const std::string ones(200'000, '1');
  EXPECT_LT(refusal([&] { settings_from_json(changed("/parameters/span", ones), "s.json", catalog()); }).size(), 250u);
}

TEST(DecimalSettings, ScenesAndCommandLinesKeepThem) {
  const std::string line = problem_options_of(deep(), catalog(), Written::changed);
  EXPECT_NE(line.find("--set center_re=" + place + " "), std::string::npos) << line;
  EXPECT_NE(line.find("--set span=2.5e-600 "), std::string::npos) << line;
  const std::string of_source = problem_options_of(live(), catalog(), Written::changed);
  EXPECT_NE(of_source.find("--set source.center_re=" + place + " "), std::string::npos) << of_source;

  Settings settings = default_settings(plane());
  settings.problem.size = {1600, 800};
  apply_scene(settings, plane(), Scene{.id = "deep", .label = "", .values = deep().problem.parameters});
  EXPECT_EQ(settings.problem.parameters.at("span").text(), "5e-600");
  EXPECT_EQ(settings.problem.parameters.at("center_re").text(), place);
}

}  // namespace
}  // namespace heteroscope
