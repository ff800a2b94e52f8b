
#include "app/commands/compare/pairs.hpp"
#include "app/results/data.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// `compare`.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

/// A result with one row, whose median and its interval's ends are these, in ms.
json made_up(double low, double median, double high) {
  const auto field = [](const char* hint) {
    return json{{"name", "a name"}, {"unit", "ms"}, {"hint", hint}, {"about", "a value"}, {"interval", false}};
  };
  json out{{"heteroscope_bench", 2},
           {"title", "mandelbrot"},
           {"workload", "mandelbrot"},
           {"machine", {{"cpu", "a CPU"}, {"gpu", nullptr}, {"cpu_threads", 2}, {"compiler", "one"}}},
           {"skipped", json::array()}};
  for (const char* id : {"title", "workload", "machine/cpu", "machine/gpu", "machine/cpu_threads", "machine/compiler",
                         "scene", "precision", "variant", "processor", "width", "height", "memory", "threads"})
    out["fields"][id] = field("plain");
  for (const char* id : {"median_ms", "median_low_ms", "median_high_ms"}) out["fields"][id] = field("time");
  out["rows"] = json::array({{{"scene", "full"},
                              {"precision", "fp64"},
                              {"variant", "simd"},
                              {"processor", "cpu"},
                              {"width", 8},
                              {"height", 4},
                              {"memory", "host"},
                              {"threads", 2},
                              {"median_ms", median},
                              {"median_low_ms", low},
                              {"median_high_ms", high},
                              {"settings", {{"threads", 2}, {"precision", "fp64"}}}}});
  return out;
}

class Compare : public Program {
 protected:
  void write(const std::string& name, const json& result) const { write_text(file(name), result.dump()); }
};

TEST_F(Compare, SaysWhatIsFasterAndWhatIsATie) {
  write("a.json", made_up(1.9, 2, 2.1));
  write("b.json", made_up(0.9, 1, 1.1));
  write("c.json", made_up(1.8, 1.9, 2));
  const std::string faster = expect_success("compare a.json b.json").out;
  EXPECT_NE(faster.find("1 faster; geometric mean of the speed-ups 2.000"), std::string::npos) << faster;
  EXPECT_NE(faster.find("| full fp64 simd, 8x4, all threads | 2.000 ms | 1.000 ms |        2 | 1.73 | 2.33 | faster |"),
            std::string::npos)
      << faster;
  const std::string tie = expect_success("compare a.json c.json").out;
  EXPECT_NE(tie.find("1 tie"), std::string::npos) << tie;
  const std::string slower = expect_success("compare b.json a.json c.json --csv -").out;
  EXPECT_NE(slower.find("b.json,a.json,\"full fp64 simd, 8x4, all threads\",1,2,0.5,"), std::string::npos) << slower;
  EXPECT_NE(slower.find("b.json,c.json,"), std::string::npos) << slower;
}

/// Which version of the program wrote settings is none of them: versions are what one compares.
TEST_F(Compare, VersionsAreNoDifferenceOfSettings) {
  json newer = made_up(0.9, 1, 1.1);
  newer["rows"][0]["settings"]["version"] = "9.8.7";
  write("a.json", made_up(1.9, 2, 2.1));
  write("b.json", newer);
  EXPECT_EQ(expect_success("compare a.json b.json").out.find("version"), std::string::npos);
  newer["rows"][0]["settings"]["precision"] = "fp32";
  write("b.json", newer);
  EXPECT_NE(expect_success("compare a.json b.json").out.find("precision"), std::string::npos);
}

TEST_F(Compare, FailsWhereItIsSlowerBeyondDoubt) {
  write("a.json", made_up(0.99, 1, 1.01));
  write("b.json", made_up(1.09, 1.1, 1.11));
  write("c.json", made_up(1.0, 1.1, 1.2));
  EXPECT_EQ(run("compare a.json b.json --fail-if-slower 5%").code, 1);
  EXPECT_NE(run("compare a.json b.json --fail-if-slower 5").error.find("simd"), std::string::npos);
  EXPECT_EQ(run("compare a.json b.json --fail-if-slower 8%").code, 0) << "1.09 / 1.01 is less";
  EXPECT_EQ(run("compare a.json c.json --fail-if-slower 5%").code, 0) << "the intervals meet";
  EXPECT_EQ(run("compare b.json a.json --fail-if-slower 0").code, 0);
  EXPECT_EQ(run("compare a.json b.json").code, 0);
}

TEST_F(Compare, WithinTheNoiseOfEitherRunIsATie) {
  json noisy = made_up(1.09, 1.1, 1.11);
  noisy["fields"]["noise_ms"] = noisy["fields"]["median_ms"];
  noisy["rows"][0]["noise_ms"] = 0.2;
  write("a.json", made_up(0.99, 1, 1.01));
  write("b.json", noisy);
  noisy["rows"][0]["noise_ms"] = 0.05;
  write("c.json", noisy);
  EXPECT_NE(expect_success("compare a.json b.json").out.find("1 tie"), std::string::npos);
  EXPECT_EQ(run("compare a.json b.json --fail-if-slower 5%").code, 0);
  EXPECT_NE(expect_success("compare a.json c.json").out.find("1 slower"), std::string::npos);
  EXPECT_EQ(run("compare a.json c.json --fail-if-slower 5%").code, 1);
}

TEST_F(Compare, BesideOtherProgramsItCannotBeTold) {
  json beside = made_up(1.99, 2, 2.01);
  beside["fields"]["others/cpu_share"] = beside["fields"]["median_ms"];
  beside["fields"]["others/marked"] = beside["fields"]["scene"];
  beside["rows"][0]["others"] = {{"cpu_share", 0.48}, {"marked", true}};
  write("a.json", made_up(0.99, 1, 1.01));
  write("b.json", beside);
  const Result result = run("compare a.json b.json --fail-if-slower 5% --csv c.csv");
  EXPECT_EQ(result.code, 0) << "it is not known to be slower";
  EXPECT_EQ(result.error,
            "undecided: b.json: full fp64 simd, 8x4, all threads: other programs used 48 % of the "
            "processors\n");
  EXPECT_NE(result.out.find("1 beside other programs; "), std::string::npos) << result.out;
  EXPECT_NE(read_text(file("c.csv")).find(",,,beside other programs\n"), std::string::npos) << read_text(file("c.csv"));
  EXPECT_EQ(result.out.find("geometric mean of the"), std::string::npos) << "of no row: " << result.out;
  json few = beside;
  for (const char* id : {"median_low_ms", "median_high_ms"}) few["rows"][0].erase(id);
  write("d.json", few);
  EXPECT_NE(expect_success("compare a.json d.json").out.find("1 beside other programs"), std::string::npos)
      << "of too few runs, too";
  const auto with_a_row = [](json result, double factor) {
    result["rows"].push_back(result["rows"][0]);
    result["rows"][1]["variant"] = "sequential";
    for (const char* id : {"median_low_ms", "median_ms", "median_high_ms"})
      result["rows"][1][id] = factor * result["rows"][1][id].get<double>();
    result["rows"][1].erase("others");
    return result;
  };
  write("e.json", with_a_row(made_up(0.99, 1, 1.01), 1));
  write("f.json", with_a_row(beside, 0.25));
  const std::string two = expect_success("compare e.json f.json").out;
  EXPECT_NE(two.find("1 faster, 1 beside other programs; geometric mean of the other speed-ups 2.000"),
            std::string::npos)
      << two;
  beside["rows"][0]["others"]["marked"] = false;
  write("b.json", beside);
  EXPECT_EQ(run("compare a.json b.json --fail-if-slower 5%").code, 1);
}

TEST_F(Compare, OtherMachinesRowsAndSettings) {
  json other = made_up(0.9, 1, 1.1);
  other["machine"]["cpu_threads"] = 16;
  other["machine"]["compiler"] = "two";
  other["rows"][0]["threads"] = 16;
  other["rows"][0]["settings"]["threads"] = 16;
  other["rows"][0]["settings"]["precision"] = "fp32";
  other["rows"].push_back(other["rows"][0]);
  other["rows"][1]["variant"] = "sequential";
  write("a.json", made_up(1.9, 2, 2.1));
  write("b.json", other);
  const std::string out = expect_success("compare a.json b.json").out;
  EXPECT_NE(out.find("one"), std::string::npos);
  EXPECT_NE(out.find("two"), std::string::npos);
  EXPECT_NE(out.find("all threads"), std::string::npos) << "2 there, 16 here";
  EXPECT_NE(out.find("Settings differ in full fp64 simd, 8x4, all threads: precision\n"), std::string::npos) << out;
  EXPECT_NE(out.find("Only in b.json:\n\n- full fp64 sequential"), std::string::npos) << out;
}

TEST_F(Compare, TwoRunsOfBench) {
  const std::string bench = "bench mandelbrot --size 16x16 --scene inside --precision fp32 --repeat 6 --json ";
  expect_success(bench + "a.json");
  expect_success(bench + "b.json");
  const std::string out = expect_success("compare a.json b.json --markdown m.md").out;
  EXPECT_EQ(out, read_text(file("m.md")));
  EXPECT_EQ(out.find("Only in"), std::string::npos) << out;
  EXPECT_EQ(out.find("Settings differ"), std::string::npos) << out;
}

TEST_F(Compare, BadInput) {
  write("a.json", made_up(1, 1, 1));
  json other = made_up(1, 1, 1);
  other["workload"] = "heat";
  write("b.json", other);
  json none = made_up(1, 1, 1);
  none["rows"][0]["variant"] = "sequential";
  write("c.json", none);
  expect_refused("compare", "two or more results are needed");
  expect_refused("compare a.json", "two or more results are needed");
  expect_refused("compare a.json d.json", "d.json");
  expect_refused("compare a.json b.json", "a.json and b.json have no row in common");
  expect_refused("compare a.json c.json", "no row in common");
  expect_refused("compare a.json a.json --fail-if-slower fast", "--fail-if-slower");
  expect_refused("compare a.json a.json --fail-if-slower -1%", "--fail-if-slower");
  expect_refused("compare a.json a.json --markdown a.json", "a.json");
  write_text(file("e.json"), "[]");
  expect_refused("compare a.json e.json", "e.json: not a result of `heteroscope bench --json`");
}

TEST(GeometricMean, TwiceAndHalfCancel) {
  std::vector<RowPair> pairs(2);
  pairs[0].speedup = 2;
  pairs[1].speedup = 0.5;
  EXPECT_DOUBLE_EQ(geometric_mean(pairs), 1);
  pairs[1].speedup = 8;
  EXPECT_NEAR(geometric_mean(pairs), 4, 1e-12);
  EXPECT_EQ(geometric_mean({}), 1);
  pairs[0].change = Change::marked;
  EXPECT_NEAR(geometric_mean(pairs), 8, 1e-12) << "of what can be told";
}

}  // namespace
}  // namespace heteroscope::testing
