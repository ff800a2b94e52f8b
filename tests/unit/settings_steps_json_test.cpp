#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "core/io/png/png.hpp"
#include "core/model/schema/settings_json.hpp"
#include "tests/json.hpp"
#include "tests/unit/fake_iteration.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/temporary_folder.hpp"

/// Steps and strokes in saved settings.
namespace heteroscope {
namespace {

using nlohmann::json;
using testing::refusal;

/// One that cannot be painted on, one that can, and one that takes no steps.
Catalog both() {
  static const Workload unpaintable = [] {
    Workload out = testing::fake_iteration();
    out.id = "sealed";
    std::get<Iteration>(out.stages.front().kind).paint = nullptr;
    return out;
  }();
  static const std::array<const Workload*, 3> all{&testing::fake_iteration(), &unpaintable, &testing::fake_workload()};
  return all;
}

Settings painted() {
  Settings settings = default_settings(testing::fake_iteration());
  settings.problem.steps = 123'456'789'012;
  settings.execution.steps_per_frame = 77;
  settings.problem.strokes = {{.step = 0, .x = 0.5, .y = 0.25, .radius = 0.1 + 0.2, .amount = -3},
                              {.step = 7, .x = 1, .y = 0, .radius = 1, .amount = 1e300},
                              {.step = 123'456'789'013, .x = 1.0 / 3, .y = 2.0 / 3, .radius = 5e-324, .amount = 0}};
  return settings;
}

std::string text_of(const Settings& settings) {
  return to_json(settings, both());
}

Settings read(const std::string& text) {
  return settings_from_json(text, "s.json", both());
}

/// The line that answers the painted settings with the value at `where` put into them.
std::string wrong(const char* where, const json& value) {
  json document = json_of(text_of(painted()));
  document[json::json_pointer(where)] = value;
  return refusal([&] { read(dump_of(document)); });
}

TEST(SettingsSteps, RoundTrip) {
  EXPECT_EQ(read(text_of(painted())), painted());
  const Settings defaults = default_settings(testing::fake_iteration());
  EXPECT_EQ(defaults.problem.steps, 3);
  EXPECT_EQ(read(text_of(defaults)), defaults);
}

TEST(SettingsSteps, KeepEveryBitOfAStroke) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> share(0, 1);
  Settings settings = painted();
  settings.problem.strokes.clear();
  for (int i = 0; i < 3000; ++i) {
    settings.problem.strokes.push_back(
        {i / 2, share(random), share(random), 1 - share(random), std::exp(share(random) * 600)});
  }
  EXPECT_EQ(read(text_of(settings)), settings);
}

TEST(SettingsSteps, TheMostStrokesCanBeSavedAndRead) {
  Settings settings = painted();
  // as long as a stroke can get
  settings.problem.strokes.assign(most_strokes, {most_steps, 0.12345678901234567, 0.9876543210987654,
                                                 0.1234567890123456e-100, -1.2345678901234567e-300});
  EXPECT_EQ(read(text_of(settings)), settings);
}

TEST(SettingsSteps, LookAsDocumented) {
  const json document = json_of(text_of(painted()));
  EXPECT_EQ(document["steps"], 123'456'789'012);
  EXPECT_EQ(document["steps_per_frame"], 77);
  ASSERT_EQ(document["strokes"].size(), 3U);
  EXPECT_EQ(document["strokes"][1], (json{{"step", 7}, {"x", 1}, {"y", 0}, {"radius", 1}, {"amount", 1e300}}));
  // no strokes, no key
  EXPECT_FALSE(json_of(text_of(default_settings(testing::fake_iteration()))).contains("strokes"));
}

TEST(SettingsSteps, AreWrittenForIteratingWorkloadsAlone) {
  const json document = json_of(text_of(default_settings(testing::fake_workload())));
  for (const char* key : {"steps", "steps_per_frame", "strokes"}) EXPECT_FALSE(document.contains(key)) << key;
}

TEST(SettingsSteps, ThatAreMissingAreTheWorkloads) {
  EXPECT_EQ(read(R"({"heteroscope": 1, "workload": "steps"})"), default_settings(testing::fake_iteration()));
  EXPECT_EQ(read(R"({"heteroscope": 1, "workload": "steps", "steps": 1e6, "strokes": []})").problem.steps, 1'000'000);
}

TEST(SettingsSteps, AreNoKeysOfOtherWorkloads) {
  for (const char* key : {"steps", "steps_per_frame", "strokes"}) {
    json document = json_of(text_of(default_settings(testing::fake_workload())));
    document[key] = 1;
    EXPECT_EQ(refusal([&] { read(dump_of(document)); }), "s.json: " + std::string(key) + ": fake takes no steps");
  }
  json document = json_of(text_of(painted()));
  document["workload"] = "sealed";
  EXPECT_EQ(refusal([&] { read(dump_of(document)); }), "s.json: strokes: sealed cannot be painted on");
}

TEST(SettingsSteps, NameWhatIsWrong) {
  EXPECT_EQ(wrong("/steps", -1), "s.json: steps: -1 is outside 0 to 1000000000000");
  EXPECT_EQ(wrong("/steps", 1e12 + 1), "s.json: steps: 1000000000001 is outside 0 to 1000000000000");
  EXPECT_EQ(wrong("/steps", 1.5), "s.json: steps: 1.5 is not a whole number");
  EXPECT_EQ(wrong("/steps", "7"), "s.json: steps: is not a number");
  EXPECT_EQ(wrong("/steps", nullptr), "s.json: steps: is not a number");
  EXPECT_EQ(wrong("/steps", 1e12), "(nothing thrown)");
  EXPECT_EQ(wrong("/steps_per_frame", 0), "s.json: steps_per_frame: 0 is outside 1 to 100000");
  EXPECT_EQ(wrong("/steps_per_frame", 100'001), "s.json: steps_per_frame: 100001 is outside 1 to 100000");
  EXPECT_EQ(wrong("/steps_per_frame", 2.25), "s.json: steps_per_frame: 2.25 is not a whole number");
  EXPECT_EQ(wrong("/steps_per_frame", true), "s.json: steps_per_frame: is not a number");
}

TEST(SettingsSteps, NameWhatIsWrongWithAStroke) {
  EXPECT_EQ(wrong("/strokes", json::object()), "s.json: strokes: is not an array ([…])");
  EXPECT_EQ(wrong("/strokes", 3), "s.json: strokes: is not an array ([…])");
  EXPECT_EQ(wrong("/strokes/1", 3), "s.json: strokes[1]: is not an object ({…})");
  EXPECT_EQ(wrong("/strokes/1/color", 3), "s.json: strokes[1].color: unknown key (known: step, x, y, radius, amount)");
  EXPECT_EQ(wrong("/strokes/0/step", -1), "s.json: strokes[0].step: -1 is outside 0 to 1000000000000");
  EXPECT_EQ(wrong("/strokes/0/step", 0.5), "s.json: strokes[0].step: 0.5 is not a whole number");
  EXPECT_EQ(wrong("/strokes/0/step", 8),
            "s.json: strokes[1].step: 7 comes after 8; strokes are in the order of their steps");
  EXPECT_EQ(wrong("/strokes/2/x", 1.25), "s.json: strokes[2].x: 1.25 is outside 0 to 1");
  EXPECT_EQ(wrong("/strokes/2/y", -0.25), "s.json: strokes[2].y: -0.25 is outside 0 to 1");
  EXPECT_EQ(wrong("/strokes/2/radius", 0), "s.json: strokes[2].radius: 0 is not above 0 and up to 1");
  EXPECT_EQ(wrong("/strokes/2/radius", "wide"), "s.json: strokes[2].radius: is not a number");
  EXPECT_EQ(wrong("/strokes/2", json{{"step", 9}, {"x", 0}, {"y", 0}, {"radius", 1}}),
            "s.json: strokes[2].amount: is missing");
  const json stroke = {{"step", 0}, {"x", 0}, {"y", 0}, {"radius", 1}, {"amount", 1}};
  EXPECT_EQ(wrong("/strokes", json(std::vector<json>(most_strokes + 1, stroke))),
            "s.json: strokes: 100001 are too many (at most 100000)");
}

TEST(SettingsSteps, WhatIsNotFiniteIsNotSaved) {
  Settings settings = painted();
  settings.problem.strokes[1].amount = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal([&] { text_of(settings); }), "strokes[1].amount: inf is not a finite number and cannot be saved");
}

TEST(SettingsSteps, TravelInAPng) {
  const testing::TemporaryFolder folder;
  write_png(folder.path() / "p.png", {{2, 1}, {1, 2}}, text_of(painted()));
  EXPECT_EQ(load_settings(folder.path() / "p.png", both()), painted());
}

TEST(SettingsSteps, BracketsAreCountedBeforeTheyFillTheMemory) {
  std::string text = R"({"heteroscope": 1, "workload": "steps", "strokes": )";
  const std::string start = text;
  text.append(20'000'000, '[');
  EXPECT_EQ(refusal([&] { read(text); }), "s.json: not JSON, or cut short: nested deeper than 8 levels");
  EXPECT_EQ(refusal([&] { read(start + "[[[[]]]]}"); }), "s.json: strokes[0]: is not an object ({…})");
  EXPECT_EQ(refusal([&] { read(start + "[[[[[[[]]]]]]]}"); }), "s.json: strokes[0]: is not an object ({…})");
  EXPECT_EQ(refusal([&] { read(start + "[[[[[[[[]]]]]]]]}"); }),
            "s.json: not JSON, or cut short: nested deeper than 8 levels");
  // those in texts are none
  const std::string unknown = refusal([&] { read(R"({"heteroscope": 1, "workload": "\"[[[[[[[[["})"); });
  EXPECT_EQ(unknown.rfind("s.json: workload: ", 0), 0U) << unknown;
}

}  // namespace
}  // namespace heteroscope
