#include <fmt/format.h>

#include <regex>

#include "tests/command/stopped_program.hpp"
#include "tests/json.hpp"

/// `lesson`, ended by somebody on the way.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class LessonEnd : public StoppedProgram {
 protected:
  static constexpr int rows = 32;  // of ten runs at least: some of it is left by any line of progress

  static json long_lesson() {
    json all = json::array();
    for (int i = 0; i < rows; ++i) {
      all.push_back({{"id", fmt::format("r{}", i)},
                     {"run", fmt::format("--variant sequential --set max_iterations={}", 5000 + i)}});
    }
    return {{"lesson", "own"},
            {"title", "Long"},
            {"scene", {"A scene."}},
            {"setting", "mandelbrot --size 300x300"},
            {"rows", all},
            {"questions",
             {{{"ask", "Which?"},
               {"choices", {"a", "b"}},
               {"findings", {{{"if", "differing:r0/r1 equals 0"}, {"answer", 2}, {"then", "As many."}}}}}}}};
  }
};

TEST_F(LessonEnd, WhatWasMeasuredIsExplained) {
  write_text(file("own.json"), long_lesson().dump());
  // in a file progress is a line now and then; this one says that there are rows
  const int status = stopped_by(SIGINT, "lesson --file own.json --answers 1 --json run.json", [&] {
    return std::regex_search(read_text(file("error")), std::regex("lesson ([2-9]|[1-9][0-9]+) of"));
  });
  ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const json measured = json_of(read_text(file("run.json")));
  const std::size_t there = measured.at("rows").size();
  EXPECT_GE(there, 1U);
  ASSERT_LT(there, static_cast<std::size_t>(rows)) << "it was stopped in the middle";
  const std::string error = read_text(file("error"));
  EXPECT_NE(error.find("lesson own was stopped after " + std::to_string(there) + " of "), std::string::npos) << error;
  const std::string out = read_text(file("out"));
  EXPECT_NE(out.find("## What this means"), std::string::npos) << out;
  EXPECT_NE(out.find("the measurement was stopped before"), std::string::npos) << out;
  EXPECT_NE(run("lesson --file own.json --answers 1 --measured run.json").out.find("stopped before"),
            std::string::npos);
}

}  // namespace
}  // namespace heteroscope::testing
