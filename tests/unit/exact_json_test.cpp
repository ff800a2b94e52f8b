#include <gtest/gtest.h>

#include <string>

#include "core/base/error.hpp"
#include "core/io/json/json_exact.hpp"
#include "core/poster/poster_state.hpp"
#include "core/process/memory_limit.hpp"
#include "core/verify/case_json.hpp"
#include "kernels/registry.hpp"

/// What the program has written for itself and reads again: whatever is in it, the JSON library's own words reach
/// nobody.
namespace heteroscope {
namespace {

using nlohmann::json;

template <class Read>
std::string refusal_of(const Read& read) {
  try {
    read();
  } catch (const BadInput& wrong) {
    return wrong.what();
  }
  return {};
}

TEST(ExactJson, WhatIsNotThereIsSaidInTheProgramsWords) {
  const auto of = [](const std::string& text) {
    return refusal_of([&] {
      read_exactly(text, "file", "list of sides",
                   [](const json& in) { return whole_number<int>(in, "a") + in.at("b").get<int>(); });
    });
  };
  for (const char* text :
       {"{}", "[]", "1", "null", R"({"a": -1})", R"({"a": 1e300})", R"({"a": 1, "b": "x"})", R"({"a": 1})"})
    EXPECT_EQ(of(text), "file: this is no list of sides") << text;
  EXPECT_EQ(of(R"({"a": 1, "b": 2})"), "");
  EXPECT_TRUE(of("{").starts_with("file: not JSON, or cut short: "));
}

TEST(ExactJson, ALineOfTheCheckingProcessIsChecked) {
  const std::string line = to_line(Answer{});
  EXPECT_NO_THROW(answer_from_line(line));
  const json good = json::parse(line);
  for (const auto& item : good.items()) {
    for (const json& odd : {json(), json("x"), json(1.5), json::array({"x"}), json::object()}) {
      json other = good;
      other[item.key()] = odd;
      const std::string said = refusal_of([&] { answer_from_line(other.dump()); });
      EXPECT_TRUE(said.empty() || said == "the checking process: this is no line of it") << said;
    }
  }
  EXPECT_EQ(refusal_of([] { case_from_line("[]", catalog()); }), "the checking process: this is no line of it");
}

TEST(ExactJson, SettingsOfAStateAreAnObject) {
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
    EXPECT_EQ(refusal_of([&] { poster_state_of(text.dump(), "s"); }), "s: this is no state of an unfinished poster");
  }
}

TEST(ExactJson, WhatATextTakesIsHeldAgainstTheMemoryThatMayBe) {
  std::string many = "[0";
  for (int i = 0; i < 200'000; ++i) many += ",0";
  many += "]";
  const memory::Hold most(memory::limit() - memory::held() - (1U << 20));
  const std::string said = refusal_of([&] { parse_json(many, "file", 4); });
  EXPECT_TRUE(said.starts_with("file: memory: ")) << said;
}

}  // namespace
}  // namespace heteroscope
