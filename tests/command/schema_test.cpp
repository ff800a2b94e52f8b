#include "tests/command/schema.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// What the program writes is what its schemas say.
namespace heteroscope::testing {
namespace {

constexpr const char* bench_schema = "bench.schema.json";

class Schemas : public Program {
 protected:
  nlohmann::json bench(const std::string& arguments) { return json_of(expect_success("bench " + arguments).out); }
};

TEST_F(Schemas, OfBench) {
  for (const char* arguments : {"mandelbrot --size 16x16 --repeat 1 --scene inside --precision fp32 --json -",
                                "heat --set n=32 --steps 2 --repeat 1 --processor cpu --variant omp --json -",
                                "triangle --scene 128 --repeat 1 --processor cpu --precision fp32 --json -"}) {
    EXPECT_EQ(against_schema(bench(arguments), bench_schema), "") << arguments;
  }
}

/// The program reads them by rules of its own: these are for those who write one.
TEST(PublishedFiles, AreWhatTheirSchemaSays) {
  int files = 0;
  for (const auto& each : std::filesystem::directory_iterator(HETEROSCOPE_SOURCES "/assets/published")) {
    std::ifstream file(each.path());
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(against_schema(json_of(text.str()), "published.schema.json"), "") << each.path();
    ++files;
  }
  EXPECT_EQ(files, 5);
}

TEST_F(Schemas, WrongDocumentsAreFound) {
  const nlohmann::json right =
      bench("mandelbrot --size 16x16 --repeat 1 --variant sequential --precision fp32 --json -");
  const auto wrong = [&](const char* at, const nlohmann::json& value) {
    nlohmann::json out = right;
    out[nlohmann::json::json_pointer(at)] = value;
    return against_schema(out, bench_schema);
  };
  EXPECT_EQ(wrong("/title", "another"), "");
  EXPECT_NE(wrong("/heteroscope_bench", 1), "");
  EXPECT_NE(wrong("/other", 1), "");
  EXPECT_NE(wrong("/fields/median_ms/hint", "minutes"), "");
  EXPECT_NE(wrong("/rows/0/repeats", 0), "");
  EXPECT_NE(wrong("/rows/0/median_ms", "fast"), "");
  EXPECT_NE(wrong("/rows/0/settings", nullptr), "");
  EXPECT_NE(wrong("/machine", nlohmann::json::object()), "");
}

}  // namespace
}  // namespace heteroscope::testing
