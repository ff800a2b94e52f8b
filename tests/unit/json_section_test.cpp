#include "core/io/json/json_section.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "core/base/error.hpp"
#include "core/poster/poster_state.hpp"
#include "core/process/memory_limit.hpp"
#include "core/verify/case_json.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/refused.hpp"

/// Values that have to be there, as the program has written them for itself: whatever is in a text, the JSON library's
/// own words reach nobody.
namespace heteroscope {
namespace {

using nlohmann::json;
using testing::refused;
using testing::Refused;

TEST(JsonSection, AValueThatHasToBeThereIsNamed) {
  const auto of = [](const std::string& text) {
    return refused(
        [&] {
          const std::string name = "file";
          const json value = parse_json(text, name, 8);
          const Section in(value, "", name);
          (void)in.whole<int>("a");
          (void)in.exact("b");
          (void)in.wholes<std::uint8_t>("c");
          (void)in.needed_truth("d");
        },
        "file: ");
  };
  for (const char* text : {"[]", "1", "null"}) EXPECT_EQ(of(text), (Refused{Wrong::kind, "settings"})) << text;
  EXPECT_EQ(of("{}"), (Refused{Wrong::missing, "a"}));
  for (const char* text : {R"({"a": -1})", R"({"a": 1e300})", R"({"a": 2147483648})", R"({"a": 1.5})"})
    EXPECT_EQ(of(text), (Refused{Wrong::kind, "a"})) << text;
  EXPECT_EQ(of(R"({"a": 1})"), (Refused{Wrong::missing, "b"}));
  for (const char* text : {R"({"a": 1, "b": 2})", R"({"a": 1, "b": "x"})", R"({"a": 1, "b": "1 "})"})
    EXPECT_EQ(of(text), (Refused{Wrong::kind, "b"})) << text;
  EXPECT_EQ(of(R"({"a": 1, "b": "inf"})"), (Refused{Wrong::missing, "c"}));
  for (const char* text : {R"({"a": 1, "b": "inf", "c": 7})", R"({"a": 1, "b": "inf", "c": [1, 256]})"})
    EXPECT_EQ(of(text), (Refused{Wrong::kind, "c"})) << text;
  EXPECT_EQ(of(R"({"a": 1, "b": "inf", "c": [255], "d": 1})"), (Refused{Wrong::kind, "d"}));
}

TEST(JsonSection, ALineOfTheCheckingProcessIsChecked) {
  const std::string line = to_line(Answer{});
  EXPECT_NO_THROW(answer_from_line(line));
  const json good = json::parse(line);
  for (const auto& item : good.items()) {
    json other = good;
    other.erase(item.key());
    const auto read = [&] { answer_from_line(other.dump()); };
    EXPECT_EQ(refused(read, "the checking process: "), (Refused{Wrong::missing, item.key()}));
    other[item.key()] = json::object();
    EXPECT_EQ(refused(read, "the checking process: "), (Refused{Wrong::kind, item.key()}));
  }
  EXPECT_EQ(refused([] { case_from_line("[]", catalog()); }, "the checking process: "),
            (Refused{Wrong::kind, "settings"}));
}

TEST(JsonSection, SettingsOfAStateAreAnObject) {
  PosterState state{.version = "v",
                    .format = "png",
                    .values = false,
                    .piece = {8, 8},
                    .settings = "{}",
                    .kept = {},
                    .survey = {},
                    .ranks = {}};
  json text = json::parse(to_text(state));
  EXPECT_NO_THROW(poster_state_of(to_text(state), "s"));
  for (const json& odd : {json(), json(1), json::array(), json("x")}) {
    text["settings"] = odd;
    EXPECT_EQ(refused([&] { poster_state_of(text.dump(), "s"); }, "s: not the state of an unfinished poster: "),
              (Refused{Wrong::kind, "settings"}));
  }
}

TEST(JsonSection, WhatATextTakesIsHeldAgainstTheMemoryThatMayBe) {
  std::string many = "[0";
  for (int i = 0; i < 200'000; ++i) many += ",0";
  many += "]";
  const memory::Hold most(memory::limit() - memory::held() - (1U << 20));
  try {
    parse_json(many, "file", 4);
    ADD_FAILURE();
  } catch (const BadInput& wrong) {
    EXPECT_TRUE(std::string(wrong.what()).starts_with("file: memory: ")) << wrong.what();
  }
}

}  // namespace
}  // namespace heteroscope
