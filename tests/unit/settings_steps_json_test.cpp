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
#include "tests/unit/refused.hpp"
#include "tests/unit/temporary_folder.hpp"

/// Steps and strokes in saved settings.
namespace heteroscope {
namespace {

using nlohmann::json;
using testing::Refused;
using testing::refused;

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

std::string steps_text(const Settings& settings) {
  return to_json(settings, both());
}

Settings read_steps(const std::string& text) {
  return settings_from_json(text, "s.json", both());
}

/// What is wrong with the painted settings with the value at `where` put into them.
Refused wrong_painted(const char* where, const json& value) {
  json document = json_of(steps_text(painted()));
  document[json::json_pointer(where)] = value;
  return refused([&] { read_steps(dump_of(document)); }, "s.json: ");
}

TEST(SettingsSteps, RoundTrip) {
  EXPECT_EQ(read_steps(steps_text(painted())), painted());
  const Settings defaults = default_settings(testing::fake_iteration());
  EXPECT_EQ(defaults.problem.steps, 3);
  EXPECT_EQ(read_steps(steps_text(defaults)), defaults);
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
  EXPECT_EQ(read_steps(steps_text(settings)), settings);
}

TEST(SettingsSteps, TheMostStrokesCanBeSavedAndRead) {
  Settings settings = painted();
  // as long as a stroke can get
  settings.problem.strokes.assign(most_strokes, {most_steps, 0.12345678901234567, 0.9876543210987654,
                                                 0.1234567890123456e-100, -1.2345678901234567e-300});
  EXPECT_EQ(read_steps(steps_text(settings)), settings);
}

TEST(SettingsSteps, LookAsDocumented) {
  const json document = json_of(steps_text(painted()));
  EXPECT_EQ(document["steps"], 123'456'789'012);
  EXPECT_EQ(document["steps_per_frame"], 77);
  ASSERT_EQ(document["strokes"].size(), 3U);
  EXPECT_EQ(document["strokes"][1], (json{{"step", 7}, {"x", 1}, {"y", 0}, {"radius", 1}, {"amount", 1e300}}));
  // no strokes, no key
  EXPECT_FALSE(json_of(steps_text(default_settings(testing::fake_iteration()))).contains("strokes"));
}

TEST(SettingsSteps, AreWrittenForIteratingWorkloadsAlone) {
  const json document = json_of(steps_text(default_settings(testing::fake_workload())));
  for (const char* key : {"steps", "steps_per_frame", "strokes"}) EXPECT_FALSE(document.contains(key)) << key;
}

TEST(SettingsSteps, ThatAreMissingAreTheWorkloads) {
  EXPECT_EQ(read_steps(R"({"heteroscope": 1, "workload": "steps"})"), default_settings(testing::fake_iteration()));
  EXPECT_EQ(read_steps(R"({"heteroscope": 1, "workload": "steps", "steps": 1e6, "strokes": []})").problem.steps,
            1'000'000);
}

TEST(SettingsSteps, AreNoKeysOfOtherWorkloads) {
  for (const char* key : {"steps", "steps_per_frame", "strokes"}) {
    json document = json_of(steps_text(default_settings(testing::fake_workload())));
    document[key] = 1;
    EXPECT_EQ(refused([&] { read_steps(dump_of(document)); }, "s.json: "), (Refused{Wrong::unused, std::string(key)}));
  }
  json document = json_of(steps_text(painted()));
  document["workload"] = "sealed";
  EXPECT_EQ(refused([&] { read_steps(dump_of(document)); }, "s.json: "), (Refused{Wrong::unused, "strokes"}));
}

TEST(SettingsSteps, NameWhatIsWrong) {
  EXPECT_EQ(wrong_painted("/steps", -1), (Refused{Wrong::value, "steps"}));
  EXPECT_EQ(wrong_painted("/steps", 1e12 + 1), (Refused{Wrong::value, "steps"}));
  EXPECT_EQ(wrong_painted("/steps", 1.5), (Refused{Wrong::value, "steps"}));
  EXPECT_EQ(wrong_painted("/steps", "7"), (Refused{Wrong::kind, "steps"}));
  EXPECT_EQ(wrong_painted("/steps", nullptr), (Refused{Wrong::kind, "steps"}));
  EXPECT_EQ(wrong_painted("/steps", 1e12), (Refused{Wrong::unsaid, "(nothing thrown)"}));
  EXPECT_EQ(wrong_painted("/steps_per_frame", 0), (Refused{Wrong::value, "steps_per_frame"}));
  EXPECT_EQ(wrong_painted("/steps_per_frame", 100'001), (Refused{Wrong::value, "steps_per_frame"}));
  EXPECT_EQ(wrong_painted("/steps_per_frame", 2.25), (Refused{Wrong::value, "steps_per_frame"}));
  EXPECT_EQ(wrong_painted("/steps_per_frame", true), (Refused{Wrong::kind, "steps_per_frame"}));
}

TEST(SettingsSteps, NameWhatIsWrongWithAStroke) {
  EXPECT_EQ(wrong_painted("/strokes", json::object()), (Refused{Wrong::kind, "strokes"}));
  EXPECT_EQ(wrong_painted("/strokes", 3), (Refused{Wrong::kind, "strokes"}));
  EXPECT_EQ(wrong_painted("/strokes/1", 3), (Refused{Wrong::kind, "strokes[1]"}));
  EXPECT_EQ(wrong_painted("/strokes/1/color", 3), (Refused{Wrong::unknown, "strokes[1].color"}));
  EXPECT_EQ(wrong_painted("/strokes/0/step", -1), (Refused{Wrong::value, "strokes[0].step"}));
  EXPECT_EQ(wrong_painted("/strokes/0/step", 0.5), (Refused{Wrong::value, "strokes[0].step"}));
  EXPECT_EQ(wrong_painted("/strokes/0/step", 8), (Refused{Wrong::value, "strokes[1].step"}));
  EXPECT_EQ(wrong_painted("/strokes/2/x", 1.25), (Refused{Wrong::value, "strokes[2].x"}));
  EXPECT_EQ(wrong_painted("/strokes/2/y", -0.25), (Refused{Wrong::value, "strokes[2].y"}));
  EXPECT_EQ(wrong_painted("/strokes/2/radius", 0), (Refused{Wrong::value, "strokes[2].radius"}));
  EXPECT_EQ(wrong_painted("/strokes/2/radius", "wide"), (Refused{Wrong::kind, "strokes[2].radius"}));
  EXPECT_EQ(wrong_painted("/strokes/2", json{{"step", 9}, {"x", 0}, {"y", 0}, {"radius", 1}}),
            (Refused{Wrong::missing, "strokes[2].amount"}));
  const json stroke = {{"step", 0}, {"x", 0}, {"y", 0}, {"radius", 1}, {"amount", 1}};
  EXPECT_EQ(wrong_painted("/strokes", json(std::vector<json>(most_strokes + 1, stroke))),
            (Refused{Wrong::value, "strokes"}));
}

TEST(SettingsSteps, WhatIsNotFiniteIsNotSaved) {
  Settings settings = painted();
  settings.problem.strokes[1].amount = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refused([&] { steps_text(settings); }), (Refused{Wrong::value, "strokes[1].amount"}));
}

TEST(SettingsSteps, TravelInAPng) {
  const testing::TemporaryFolder folder;
  write_png(folder.path() / "p.png", {{2, 1}, {1, 2}}, steps_text(painted()));
  EXPECT_EQ(load_settings(folder.path() / "p.png", both()), painted());
}

TEST(SettingsSteps, BracketsAreCountedBeforeTheyFillTheMemory) {
  std::string text = R"({"heteroscope": 1, "workload": "steps", "strokes": )";
  const std::string start = text;
  text.append(20'000'000, '[');
  const auto answer = [](const std::string& to) { return refused([&] { read_steps(to); }, "s.json: "); };
  const Refused too_deep{Wrong::damaged, "s.json"};
  const Refused no_stroke{Wrong::kind, "strokes[0]"};
  EXPECT_EQ(answer(text), too_deep);
  EXPECT_EQ(answer(start + "[[[[]]]]}"), no_stroke);
  EXPECT_EQ(answer(start + "[[[[[[[]]]]]]]}"), no_stroke);
  EXPECT_EQ(answer(start + "[[[[[[[[]]]]]]]]}"), too_deep);
  // those in texts are none
  EXPECT_EQ(answer(R"({"heteroscope": 1, "workload": "\"[[[[[[[[["})"), (Refused{Wrong::unknown, "workload"}));
}

}  // namespace
}  // namespace heteroscope
