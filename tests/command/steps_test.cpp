#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "core/model/schema/settings_json.hpp"
#include "core/plan/plan.hpp"
#include "core/process/memory_limit.hpp"
#include "kernels/registry.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// Iterating workloads on the command line.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class Steps : public Program {
 protected:
  Steps() {
    write_text(file("out.png"), "precious");
    write_text(file("out.npy"), "precious");
  }
  void expect_render_refused(const std::string& arguments, const std::string& words) const {
    expect_refused("render " + arguments + " --out out.png", words);
    expect_refused("render " + arguments + " --out new.npy", words);
  }
};

/// Seed 003's run: N = 16, dt = 0.001, until t = 0.26.
TEST_F(Steps, UntilATimeTakesAsManyStepsAsReachIt) {
  for (const auto& [until, steps] : {std::pair{"0.26", 260}, {"0.2595", 260}, {"0.2601", 261}, {"0", 0}}) {
    const std::string base = "render heat --set n=16 --set initial=sine --processor cpu ";
    expect_success(base + "--until " + until + " --out a.npy");
    expect_success(base + "--steps " + std::to_string(steps) + " --out b.npy");
    EXPECT_EQ(read_text(file("a.npy")), read_text(file("b.npy"))) << until;
  }
  expect_success("render nbody --set bodies=64 --set time_step=0.25 --until 1 --processor cpu --out a.npy");
  expect_success("render nbody --set bodies=64 --set time_step=0.25 --steps 4 --processor cpu --out b.npy");
  EXPECT_EQ(read_text(file("a.npy")), read_text(file("b.npy")));
}

/// Where suites and scenes set the grid, the steps are those of that grid.
TEST_F(Steps, UntilATimeIsOfEachRowsOwnSteps) {
  expect_success("bench heat --set n=16 --variant sequential --until 0.26 --repeat 1 --json a.json");
  const json result = json_of(read_text(file("a.json")));
  ASSERT_FALSE(result.at("rows").empty());
  for (const json& row : result.at("rows")) EXPECT_EQ(row.at("steps"), 260);
  expect_refused("bench heat --set n=16 --until 0", "--until '0': that needs 0 steps; a run can take 1 to 1000000");
}

TEST_F(Steps, BadInputsGetOneLine) {
  struct Case {
    const char* arguments;
    const char* words;
  };
  for (const auto& [arguments, words] : {
           Case{"heat --steps=-1", "--steps '-1'"},
           Case{"heat --steps 1.5", "--steps '1.5'"},
           Case{"heat --steps many", "--steps 'many'"},
           Case{"heat --steps 1e13", "--steps '1e13'"},
           Case{"heat --steps nan", "--steps 'nan'"},
           Case{"heat --step 5", "did you mean --steps?"},
           Case{"heat --steps 5 --steps 6", "--steps is given more than once"},
           Case{"heat --until=-1", "--until '-1'"},
           Case{"heat --until soon", "--until 'soon'"},
           Case{"heat --until 1 --steps 5", "--until and --steps both set the number of steps; give only one"},
           Case{"heat --set fourier=1e-9 --until 1e12", "at most 1000000000000 are possible"},
           Case{"mandelbrot --until 5", "--until '5': mandelbrot takes no steps and has no time"},
           Case{"laplace --until 5", "--until '5': a step of laplace has no time; use --steps"},
           Case{"mandelbrot --steps 5", "--steps '5': mandelbrot takes no steps"},
           Case{"heat --set n=2", "n: 2 is outside 3 to 2147483647"},
           Case{"heat --set n=3000000000", "n: 3000000000 is outside 3 to 2147483647"},
           Case{"heat --set n=7.5", "n: 7.5 is not a whole number"},
           Case{"heat --set integrator=rk3", "\"rk3\" is unknown"},
           Case{"heat --set fourier=-0.1", "fourier: -0.1 is outside 0 to 1"},
           Case{"heat --set fourier=0.3", "fourier: 0.3 is above 0.25, the stability limit of euler; --allow-unstable"},
           Case{"heat --set fourier=0.2500001", "fourier: 0.2500001 is above 0.25, the stability limit of euler"},
           Case{"heat --set fourier=0.2 --set integrator=ab2", "is above 0.125, the stability limit of ab2"},
           Case{"heat --set fourier=0.35 --set integrator=rk4", "is above 0.348161695, the stability limit of rk4"},
           Case{"heat --source noise:1",
                "--source 'noise:1': heat does not use a source image here; it does with --set "
                "initial=image"},
           Case{"heat --set source.span=1", "--set 'source.span=1': heat does not use a source image here"},
           Case{"heat --set initial=image --set source.zoom=1", "mandelbrot has no parameter 'zoom'"},
           Case{"heat --size 64x64", "--size '64x64': the size of heat is its parameter n"},
       }) {
    expect_render_refused(arguments, words);
  }
  expect_refused("render heat --out out.png --steps", "--steps needs a value");
}

TEST_F(Steps, AGridBeyondMemoryIsRefusedByItsParameter) {
  // a state plane, a spare and the result
  if (3 * 8.0 * 65536 * 65536 < static_cast<double>(memory::limit())) GTEST_SKIP() << "it fits this computer";
  expect_render_refused("heat --set n=65536", "n: 65536 in fp64 needs 103.1 GB; ");
}

TEST_F(Steps, AreTakenAndTold) {
  const Result none = expect_success("render heat --set n=17 --out a.npy");
  EXPECT_NE(none.out.find("heat 17x17 fp64 on cpu"), std::string::npos) << none.out;
  EXPECT_NE(none.out.find(": 0 steps, "), std::string::npos) << none.out;
  const Result one = expect_success("render heat --set n=17 --steps 1 --out b.npy");
  EXPECT_NE(one.out.find(": 1 step of "), std::string::npos) << one.out;
  EXPECT_NE(one.out.find("cells/s"), std::string::npos) << one.out;
  EXPECT_NE(expect_success("render --help").out.find("--steps N"), std::string::npos);
  EXPECT_EQ(run("diff a.npy b.npy").code, 1);
}

/// The `sine` start is an eigenvector of the scheme: in the middle of 17 × 17 nodes, after 10 steps of 1/5, the value
/// is (1 − 8/5 sin²(π/32))¹⁰.
TEST_F(Steps, TheResultIsThatOfTheSteps) {
  expect_success("render heat --set n=17 --set fourier=0.2 --steps 10 --out a.npy");
  const std::string npy = read_text(file("a.npy"));
  double middle = 0;
  constexpr std::size_t bytes = 17 * 17 * sizeof(double);
  ASSERT_GT(npy.size(), bytes);
  std::memcpy(&middle, npy.data() + npy.size() - bytes + (8 * 17 + 8) * sizeof(double), sizeof middle);
  const double s = std::sin(std::acos(-1.0) / 32);
  EXPECT_NEAR(middle, std::pow(1 - 1.6 * s * s, 10), 1e-14);
}

TEST_F(Steps, TheSourceIsNamedWhereItIsRead) {
  const Result own = expect_success("render heat --set n=9 --set initial=spot --out a.png");
  EXPECT_EQ(own.out.find(" of mandelbrot"), std::string::npos) << own.out;
  const Result image =
      expect_success("render heat --set n=9 --set initial=image --source noise:4 --size 32x16 --steps 2 --out b.png");
  EXPECT_NE(image.out.find("heat of noise:4 9x9"), std::string::npos) << image.out;
}

TEST_F(Steps, TravelInThePng) {
  expect_success("render heat --set n=33 --set initial=noise --steps 40 --precision fp32 --out a.png");
  const Settings saved = load_settings(file("a.png"), catalog());
  EXPECT_EQ(saved.problem.steps, 40);
  const Result again = expect_success("render --settings a.png --out b.png");
  EXPECT_NE(again.out.find("40 steps"), std::string::npos) << again.out;
  EXPECT_EQ(read_text(file("a.png")), read_text(file("b.png")));
  expect_success("render --settings a.png --steps 41 --out c.png");
  EXPECT_EQ(load_settings(file("c.png"), catalog()).problem.steps, 41);
}

TEST_F(Steps, DiffComputesSettingsWithSteps) {
  Settings settings = default_settings(find_workload(catalog(), "heat"));
  settings.problem.parameters["n"] = 21;
  settings.problem.steps = 12;
  write_text(file("a.json"), to_json(settings, catalog()));
  settings.execution.variants["advance"].cpu = "sequential";
  write_text(file("same.json"), to_json(settings, catalog()));
  settings.problem.strokes = {{.step = 4, .x = 0.5, .y = 0.5, .radius = 0.3, .amount = 1}};
  write_text(file("painted.json"), to_json(settings, catalog()));
  settings.problem.strokes.clear();
  settings.problem.steps = 13;
  write_text(file("later.json"), to_json(settings, catalog()));
  expect_success("diff a.json same.json");
  EXPECT_EQ(run("diff a.json painted.json").code, 1);
  EXPECT_EQ(run("diff a.json later.json").code, 1);
  expect_success("render heat --set n=21 --steps 13 --out b.npy");
  expect_success("diff b.npy later.json");
  settings.problem.parameters["fourier"] = 0.5;
  write_text(file("unstable.json"), to_json(settings, catalog()));
  expect_refused("diff unstable.json b.npy", "unstable.json: fourier: 0.5 is above 0.25");
  expect_refused("diff b.npy unstable.json --out out.png", "unstable.json: fourier: 0.5 is above 0.25");
  EXPECT_EQ(run("diff unstable.json b.npy --allow-unstable").code, 1);
}

TEST_F(Steps, WhatBlowsUpIsSaidAloud) {
  const std::string unstable = "render heat --set n=33 --set fourier=0.3 --allow-unstable ";
  // nothing has grown yet
  EXPECT_EQ(run(unstable + "--steps 1 --out a.png").error.find("warning: "), std::string::npos);
  const Result grown = run(unstable + "--steps 1500 --out a.png --trace t.json");
  EXPECT_EQ(grown.code, 0);
  EXPECT_NE(grown.error.find("warning: values have grown to "), std::string::npos) << grown.error;
  EXPECT_NE(grown.error.find("in a.png NaN is magenta"), std::string::npos) << grown.error;
  EXPECT_TRUE(json_of(read_text(file("t.json"))).at("otherData").at("alarm").is_string());
  const Result lost = run(unstable + "--steps 30000 --out a.npy");
  EXPECT_EQ(lost.code, 0);
  EXPECT_NE(lost.error.find("values are NaN"), std::string::npos) << lost.error;
  EXPECT_NE(lost.error.find("a.npy contains the values as they are"), std::string::npos) << lost.error;
  EXPECT_NE(lost.out.find("error, largest: nan"), std::string::npos) << lost.out;
  expect_success("render heat --set n=33 --steps 1500 --out b.npy --trace t.json");
  EXPECT_TRUE(json_of(read_text(file("t.json"))).at("otherData").at("alarm").is_null());
}

TEST_F(Steps, AreListed) {
  const std::string text = expect_success("list").out;
  EXPECT_NE(text.find("Iterates step by step (--steps N), by default"), std::string::npos);
  EXPECT_NE(text.find("fourier up to 0.348161695"), std::string::npos);
  const json list = json_of(expect_success("list --json").out);
  for (std::size_t w = 0; w < catalog().size(); ++w) {
    const Workload& workload = *catalog()[w];
    const json& listed = list.at("workloads")[w];
    EXPECT_EQ(listed.at("takes_image"), workload.image.has_value()) << workload.id;
    const json& iteration = listed.at("iteration");
    EXPECT_EQ(iteration.is_object(), workload.iterates()) << workload.id;
    if (!workload.iterates()) continue;
    EXPECT_EQ(iteration.at("steps").at("default"), workload.iteration()->default_steps);
    EXPECT_EQ(iteration.at("steps").at("maximum"), most_steps);
    EXPECT_EQ(iteration.at("paintable"), workload.paintable());
    EXPECT_EQ(iteration.at("settles"), workload.settles());
    EXPECT_GE(iteration.at("planes").get<int>(), 1);
  }
  const json& heat = *std::ranges::find(list["workloads"], "heat", [](const json& each) { return each["id"]; });
  std::map<std::string, std::pair<int, double>> found;
  for (const json& each : heat.at("iteration").at("choices")) {
    EXPECT_EQ(each.at("parameter"), "integrator");
    EXPECT_EQ(each.at("limit").at("parameter"), "fourier");
    found[each.at("value").get<std::string>()] = {each.at("planes").get<int>(),
                                                  each.at("limit").at("value").get<double>()};
  }
  ASSERT_EQ(found.size(), 5U);
  // states that a step is made from; where |R(−8 Fo)| or a root of the characteristic polynomial reaches 1
  EXPECT_EQ(found.at("euler"), (std::pair{1, 0.25}));
  EXPECT_EQ(found.at("rk2"), (std::pair{1, 0.25}));
  EXPECT_EQ(found.at("ab2"), (std::pair{2, 0.125}));
  EXPECT_EQ(found.at("ab3").first, 3);
  EXPECT_NEAR(found.at("ab3").second, 3.0 / 44, 1e-15);
  EXPECT_EQ(found.at("rk4").first, 1);
  EXPECT_NEAR(found.at("rk4").second, 2.785293563405282 / 8, 1e-12);
}

TEST_F(Steps, ALimitThatIsPrintedCanBeUsed) {
  expect_success("render heat --set n=9 --set integrator=rk4 --set fourier=0.348161695 --steps 3 --out a.npy");
  expect_success("render heat --set n=9 --set integrator=ab3 --set fourier=0.0681818 --steps 3 --out a.npy");
  expect_success("render heat --set n=9 --set fourier=0.25 --steps 3 --out a.npy");
}

}  // namespace
}  // namespace heteroscope::testing
