#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// Parameters of any precision on the command line and in what it writes.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class Decimals : public Program {
 protected:
  const std::string place = "-1.7687" + std::string(500, '1');
  const std::string small = " --size 24x16 --processor cpu --set span=0.012 --set center_re=" + place;
};

TEST_F(Decimals, ComeBackFromThePictureThatWasRendered) {
  expect_success("render mandelbrot" + small + " --out a.png");
  const Settings settings = load_settings(file("a.png"), catalog());
  EXPECT_EQ(settings.problem.parameters.at("center_re").text(), place);
  EXPECT_EQ(settings.problem.parameters.at("span"), 0.012);
  expect_success("render --settings a.png --out b.png");
  EXPECT_EQ(read_text(file("a.png")), read_text(file("b.png")));
}

TEST_F(Decimals, AreComputedWithTheNearestDoubles) {
  expect_success("render mandelbrot" + small + " --out a.npy");
  expect_success("render mandelbrot" + small.substr(0, small.find("center_re")) +
                 "center_re=-1.7687111111111111 --out b.npy");
  expect_success("diff a.npy b.npy");
}

TEST_F(Decimals, OfASourceAreKept) {
  expect_success("render blur --source mandelbrot --size 24x16 --processor cpu --set source.center_re=" + place +
                 " --out a.png");
  EXPECT_EQ(load_settings(file("a.png"), catalog()).problem.source.values.at("center_re").text(), place);
}

TEST_F(Decimals, StandInResultsAndAreMeasuredAgain) {
  expect_success("bench mandelbrot" + small + " --repeat 1 --warmup 0 --variant simd --precision fp64 --json a.json");
  expect_success("bench --again a.json --json b.json");
  for (const char* name : {"a.json", "b.json"}) {
    const json result = json_of(read_text(file(name)));
    for (const json& row : result.at("rows")) EXPECT_EQ(row.at("settings").at("parameters").at("center_re"), place);
  }
}

TEST_F(Decimals, AreListedWithTheirKind) {
  const json list = json_of(expect_success("list --json").out);
  for (const json& workload : list.at("workloads")) {
    if (workload.at("id") != "mandelbrot") continue;
    const json& span = workload.at("parameters").at(2);
    EXPECT_EQ(span.at("id"), "span");
    EXPECT_EQ(span.at("kind"), "decimal");
    EXPECT_EQ(span.at("minimum"), "1e-100000");
    EXPECT_EQ(span.at("maximum"), 1000);
    EXPECT_EQ(span.at("default"), 2.5);
  }
  EXPECT_NE(expect_success("list").out.find("1000, any precision, default 2.5"), std::string::npos);
}

TEST_F(Decimals, BadOnesAreRefusedInALine) {
  const auto refused = [&](const std::string& set, const std::string& words) {
    expect_refused("render mandelbrot --size 8x8 --out a.png --set " + set, words);
  };
  refused("center_re=1.2.3", "center_re: \"1.2.3\" is not a number (-10 to 10)");
  refused("center_re=" + std::string(100, '9'),
          "center_re: 9.9999999999999999999…e+99 (100 digits) is outside -10 to 10");
  refused("center_re=" + std::string(110'000, '9'), "has 110000 digits; at most 100100 are supported (-10 to 10)");
  refused("span=1e-99999999", "is outside 1e-1000000 to 1e1000000 (1e-100000 to 1000)");
  refused("span=0", "span: 0 is outside 1e-100000 to 1000");
}

}  // namespace
}  // namespace heteroscope::testing
