#include <nlohmann/json.hpp>

#include <set>

#include "tests/command/program.hpp"

/// A scene of whose own values options change some is not that scene, and what they make equal is measured once.
namespace heteroscope::testing {
namespace {

class BenchScenes : public Program {
 protected:
  /// The scenes of the rows of `bench ARGUMENTS`; each (scene, precision, variant) must be there once.
  [[nodiscard]] std::set<std::string> scenes(const std::string& arguments) const {
    const Result result =
        run("bench " + arguments + " --variant sequential --precision fp64 --repeat 1 --warmup 0 --json r.json");
    EXPECT_EQ(result.code, 0) << result.error;
    const auto rows = nlohmann::json::parse(read_text(file("r.json"))).at("rows");
    std::set<std::string> out;
    for (const auto& row : rows) EXPECT_TRUE(out.insert(row.at("scene").get<std::string>()).second) << row.dump();
    return out;
  }
};

using Scenes = std::set<std::string>;

TEST_F(BenchScenes, WhoseValuesAreAllChangedAreNoneOfThem) {
  const std::string blur = "blur --source noise:1 --size 32x32 ";
  EXPECT_EQ(scenes(blur), (Scenes{"r2", "r5", "r16"}));
  EXPECT_EQ(scenes(blur + "--set radius=8"), Scenes{"radius=8"});
  EXPECT_EQ(scenes(blur + "--set radius=5"), Scenes{"r5"}) << "the scene that has that radius of its own";
  EXPECT_EQ(scenes(blur + "--scene r2 --set radius=8"), Scenes{"radius=8"});
  EXPECT_EQ(scenes(blur + "--scene r2 --set radius=2"), Scenes{"r2"});
  EXPECT_EQ(scenes(blur + "--set border=clamp"), (Scenes{"r2", "r5", "r16"})) << "no scene that is measured sets it";
}

TEST_F(BenchScenes, WhoseValuesAreChangedInPartSayWhich) {
  const std::string mandelbrot = "mandelbrot --size 32x32 ";
  EXPECT_EQ(scenes(mandelbrot), (Scenes{"full", "inside"}));
  EXPECT_EQ(scenes(mandelbrot + "--set max_iterations=100"),
            (Scenes{"full, max_iterations=100", "inside, max_iterations=100"}));
  EXPECT_EQ(scenes("histogram --source noise:1 --size 32x32 --set bins=100"),
            (Scenes{"binning=modulo, bins=100", "binning=range, bins=100, high=256, low=0"}));
  EXPECT_EQ(scenes("transpose --source noise:1 --size 32x32"), Scenes{""}) << "it has no scenes";
  ASSERT_EQ(run("render blur --source noise:1 --size 32x32 --set radius=4 --out saved.png").code, 0);
  EXPECT_EQ(scenes("blur --settings saved.png"), Scenes{"saved"});
  EXPECT_EQ(scenes("blur --settings saved.png --set radius=8"), Scenes{"saved, radius=8"});
}

TEST_F(BenchScenes, WhoseNamesAreNoLongerTrueAreNotNamed) {
  EXPECT_EQ(scenes("heat --steps 1 --scene sine --set n=33"), Scenes{"initial=sine, n=33"});
  EXPECT_EQ(scenes("heat --steps 1 --scene sine --set initial=spot"), Scenes{"initial=spot, n=512"});
  for (const std::string& each : scenes("mandelbrot --size 32x32 --scene seahorses --set center_re=-1")) {
    EXPECT_EQ(each.find("seahorses"), std::string::npos) << each;
    EXPECT_NE(each.find("center_re=-1"), std::string::npos) << each;
  }
}

}  // namespace
}  // namespace heteroscope::testing
