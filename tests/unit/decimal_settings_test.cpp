#include <gtest/gtest.h>

#include "core/io/png.hpp"
#include "core/io/settings_json.hpp"
#include "core/verify/case.hpp"
#include "kernels/registry.hpp"
#include "tests/json.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/temporary_folder.hpp"

/// Decimals on their way through files.
namespace heteroscope {
namespace {

using nlohmann::json;
using testing::refusal;

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
  EXPECT_EQ(refusal([&] { refined(2); }), "s.json: parameters.refine: is none of no, double_double, exact");
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

TEST(DecimalSettings, BadOnesAreRefusedInALine) {
  const auto wrong = [](const json& value) {
    return refusal([&] { settings_from_json(changed("/parameters/span", value), "s.json", catalog()); });
  };
  EXPECT_EQ(wrong("wide"), "s.json: parameters.span: \"wide\" is not a number (1e-100000 to 1000)");
  EXPECT_EQ(wrong("0"), "s.json: parameters.span: 0 is outside 1e-100000 to 1000");
  EXPECT_EQ(wrong(true), "s.json: parameters.span: is neither a number nor a number's text");
  EXPECT_LT(wrong(std::string(200'000, '1')).size(), 250u);
}

TEST(DecimalSettings, ScenesAndCommandLinesKeepThem) {
  const std::string line = problem_options_of(deep().problem, plane(), Written::changed);
  EXPECT_NE(line.find("--set center_re=" + place + " "), std::string::npos) << line;
  EXPECT_NE(line.find("--set span=2.5e-600 "), std::string::npos) << line;
  const std::string of_source = problem_options_of(live().problem, find_workload(catalog(), "blur"), Written::changed);
  EXPECT_NE(of_source.find("--set source.center_re=" + place + " "), std::string::npos) << of_source;

  Settings settings = default_settings(plane());
  settings.problem.size = {1600, 800};
  apply_scene(settings, plane(), Scene{.id = "deep", .label = "", .values = deep().problem.parameters});
  EXPECT_EQ(settings.problem.parameters.at("span").text(), "5e-600");
  EXPECT_EQ(settings.problem.parameters.at("center_re").text(), place);
}

}  // namespace
}  // namespace heteroscope
