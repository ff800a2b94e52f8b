#include <vector>

#include "app/commands/bench/again.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// `bench --again`.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class BenchAgain : public Program {
 protected:
  static constexpr const char* some =
      "bench mandelbrot --size 24x16 --repeat 2 --warmup 1 --scene inside --precision fp32";

  json saved(const std::string& name) { return json_of(read_text(file(name))); }

  /// What tells which rows they are.
  static std::vector<json> which(const json& result) {
    std::vector<json> out;
    for (const json& row : result.at("rows")) {
      json& one = out.emplace_back();
      for (const char* key : {"scene", "variant", "stage", "threads", "repeats", "reference", "settings"})
        one[key] = row.at(key);
    }
    return out;
  }
};

TEST_F(BenchAgain, MeasuresTheSameRows) {
  expect_success(std::string(some) + " --json a.json");
  expect_success("bench --again a.json --json b.json");
  const json first = saved("a.json");
  const json second = saved("b.json");
  ASSERT_GT(first.at("rows").size(), 2U);
  EXPECT_EQ(which(first), which(second));
  EXPECT_EQ(first.at("effort"), second.at("effort"));
  EXPECT_EQ(second.at("title"), "mandelbrot");
  EXPECT_EQ(second.at("suite"), nullptr);
  expect_success("bench --again b.json --repeat 1 --json c.json");
  EXPECT_EQ(saved("c.json").at("rows").at(0).at("repeats"), 1);
  EXPECT_EQ(saved("c.json").at("effort").at("warmup"), 1);
}

TEST_F(BenchAgain, MeasuresOneOfThem) {
  expect_success(std::string(some) + " --json a.json");
  expect_success("bench --again a.json:3 --json b.json");
  EXPECT_EQ(which(saved("b.json")), std::vector{which(saved("a.json")).at(2)});
}

TEST_F(BenchAgain, OfASuite) {
  expect_success(
      "bench triangle --scene 128 --processor cpu --precision fp32 --variant sequential --repeat 1 --json a.json");
  const Result result = expect_success("bench --again a.json --json b.json");
  EXPECT_EQ(which(saved("a.json")), which(saved("b.json")));
  EXPECT_EQ(saved("b.json").at("suite"), "triangle");
  EXPECT_NE(result.out.find("All variants at n = 128"), std::string::npos) << result.out;
}

TEST_F(BenchAgain, BadInput) {
  expect_success(std::string(some) + " --variant sequential --json a.json");
  const std::string before = read_text(file("a.json"));
  expect_refused("bench --again b.json", "b.json");
  expect_refused("bench --again a.json:0", "a.json: there is no row 0; it has 1, counted from 1");
  expect_refused("bench --again a.json:2", "there is no row 2");
  expect_refused("bench --again a.json:x", "a.json: there is no part \"x\" (mandelbrot)");
  expect_refused("bench --again a.json:", "a.json:");
  expect_refused("bench --again a.json mandelbrot", "--again");
  expect_refused("bench --again a.json --size 8x8", "--again");
  expect_refused("bench --again a.json --json a.json", "a.json");
  expect_refused("bench --again a.json --repeat 0", "--repeat");
  write_text(file("c.json"), "{}");
  expect_refused("bench --again c.json", "c.json: not a result of `heteroscope bench --json`");
  const auto refused_with = [&](const char* at, const json& value, const char* word) {
    json changed = json_of(before);
    changed[json::json_pointer(at)] = value;
    write_text(file("c.json"), changed.dump());
    expect_refused("bench --again c.json", word);
  };
  refused_with("/workload", "sort", "sort");
  refused_with("/suite", "sort", "the suite \"sort\" is unknown");
  refused_with("/workload", "heat", "c.json: row 1: is for \"mandelbrot\" and not for heat");
  refused_with("/rows/0/stage", 7, "c.json: row 1: mandelbrot has no stage 7");
  refused_with("/rows/0/witness", true, "mandelbrot has no fast-math baseline");
  refused_with("/rows/0/settings/workload", "sort", "sort");
  json without = json_of(before);
  without["rows"][0].erase("settings");
  write_text(file("c.json"), without.dump());
  expect_refused("bench --again c.json", "row 1: has no settings");
  EXPECT_EQ(read_text(file("a.json")), before);
}

TEST_F(BenchAgain, AFileMayBeCalledLikeARow) {
  write_text(file("a:3"), "{}");
  EXPECT_EQ(parse_saved_rows(file("a:3").string()).row, std::nullopt);
  EXPECT_EQ(parse_saved_rows(file("b:3").string()).row, 3U);
  EXPECT_EQ(parse_saved_rows(file("b:3").string()).path, file("b"));
}

}  // namespace
}  // namespace heteroscope::testing
