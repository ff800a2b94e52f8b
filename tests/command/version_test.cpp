#include <fmt/format.h>

#include <regex>

#include "core/base/build_facts.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

namespace heteroscope::testing {
namespace {

class Version : public Program {};

TEST_F(Version, SaysWhatItIsMadeOf) {
  const std::string said = expect_success("--version").out;
  EXPECT_EQ(said, "heteroscope " + build_text(build_facts()) + "\n");
  // a commit where there is a repository, in an archive that git has made too
  const std::regex whole(
      "heteroscope [0-9]+\\.[0-9]+\\.[0-9]+\ncommit: ([0-9a-f]{40}( and changes)?|unknown)\ncompiler: [A-Za-z]+ "
      "[0-9.]+\n"
      "flags: .*-fopenmp.*\nCUDA: (without|toolkit [0-9.]+, architectures [0-9a-z,-]+)\n");
  EXPECT_TRUE(std::regex_match(said, whole)) << said;
}

TEST(BuildText, NamesTheToolkitOfAProgramWithCuda) {
  EXPECT_EQ(
      build_text({.version = "1.2.3",
                  .commit = "unknown",
                  .compiler = "GNU 12.2.0",
                  .flags = "-O3",
                  .toolkit = "13.0.88",
                  .architectures = "75,90-real"}),
      "1.2.3\ncommit: unknown\ncompiler: GNU 12.2.0\nflags: -O3\nCUDA: toolkit 13.0.88, architectures 75,90-real");
}

TEST_F(Version, IsInSettingsAndResults) {
  const std::string version(build_facts().version);
  expect_success("render mandelbrot --size 33x17 --out a.png");
  EXPECT_NE(read_text(file("a.png")).find(fmt::format("\"version\": \"{}\"", version)), std::string::npos);
  expect_success("bench mandelbrot --variant simd --size 33x17 --repeat 1 --warmup 0 --json a.json");
  const nlohmann::json machine = json_of(read_text(file("a.json"))).at("machine");
  EXPECT_EQ(machine.at("version"), version);
  EXPECT_EQ(machine.at("commit"), build_facts().commit);
}

/// Settings of any version of the program are read as long as their format's version is known.
TEST_F(Version, OfSettingsMayBeAnother) {
  write_text(file("later.json"),
             R"({"heteroscope": 1, "version": "99.0.0", "workload": "mandelbrot", "size": "33x17"})");
  expect_success("render --settings later.json --out a.png");
  write_text(file("wrong.json"), R"({"heteroscope": 1, "version": 2, "workload": "mandelbrot"})");
  expect_refused("render --settings wrong.json --out b.png", "wrong.json: version: ");
}

}  // namespace
}  // namespace heteroscope::testing
