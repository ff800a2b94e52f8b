#include <gtest/gtest.h>

#include <set>

#include "app/results/parts.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"
#include "tests/command/program.hpp"
#include "tests/command/schema.hpp"
#include "tests/json.hpp"
#include "tests/unit/refused.hpp"

/// Suites that are measured one after the other: their files, and what makes use of these.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class CollectionFiles : public Program {
 protected:
  /// Two small suites as a collection's file, put together from their own, which are measured once for all tests.
  void write_file(const std::string& name) {
    static const std::string text = [&] {
      json out{{"heteroscope_bench", 2}, {"title", "two"}, {"parts", json::array()}, {"left_out", json::array()}};
      for (const char* suite : {"histogram-runs --scene 1000 --variant simd",
                                "agreement --scene alone --size 32x32 --precision fp32 --variant omp_static"}) {
        expect_success(std::string("bench ") + suite + " --processor cpu --repeat 3 --json part.json");
        out["parts"].push_back(json_of(read_text(file("part.json"))));
      }
      out["left_out"].push_back({{"title", "gpu-memory"}, {"reason", "no GPU"}});
      return out.dump();
    }();
    write_text(file(name), text);
  }
};

TEST_F(CollectionFiles, AreMeasuredAgainAsAWholeAndByPart) {
  write_file("two.json");
  const Result again = expect_success("bench --again two.json --json again.json --csv again.csv --markdown again.md");
  const json all = json_of(read_text(file("again.json")));
  EXPECT_EQ(against_schema(all, "bench-collection.schema.json"), "");
  EXPECT_EQ(all.at("title"), "two");
  ASSERT_EQ(all.at("parts").size(), 2U);
  for (const json& part : all.at("parts")) EXPECT_EQ(against_schema(part, "bench.schema.json"), "");
  EXPECT_EQ(all.at("parts")[1].at("rows")[0].at("differing_values"), 0);
  EXPECT_EQ(all.at("parts")[0].at("rows")[0].at("repeats"), 3);
  const std::string csv = read_text(file("again.csv"));
  EXPECT_NE(csv.find("\nhistogram-runs,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\nagreement,"), std::string::npos) << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  EXPECT_NE(read_text(file("again.md")).find("in every value"), std::string::npos);

  expect_success("bench --again two.json:agreement --json part.json");
  EXPECT_EQ(json_of(read_text(file("part.json"))).at("suite"), "agreement");
  expect_success("bench --again two.json:agreement:1 --repeat 2 --svg part.svg");
  expect_refused("bench --again two.json:1", "two.json: contains 2 suites of two; choose one: two.json:SUITE:1");
  expect_refused("bench --again two.json:triangle",
                 "two.json: there is no part \"triangle\" (histogram-runs, agreement)");
  expect_refused("bench --again two.json:agreement:2", "there is no row 2");
  expect_refused("bench --again two.json --svg all.svg", "--svg: two has a table for each of its suites");
}

TEST_F(CollectionFiles, AreComparedSuiteBySuite) {
  write_file("before.json");
  write_file("after.json");
  const Result run = expect_success("compare before.json after.json --csv rows.csv");
  EXPECT_NE(run.out.find("before.json:histogram-runs (before) and after.json:histogram-runs (after)"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("before.json:agreement"), std::string::npos);
  const std::string csv = read_text(file("rows.csv"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3) << csv;
  EXPECT_EQ(run.out.find("Only in"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("no row in common"), std::string::npos) << run.out;
  json fewer = json_of(read_text(file("after.json")));
  fewer["parts"][0]["rows"][0]["variant"] = "another";
  write_text(file("other-rows.json"), fewer.dump());
  const std::string other_rows = expect_success("compare before.json other-rows.json").out;
  EXPECT_NE(other_rows.find("before.json:histogram-runs and other-rows.json:histogram-runs have no row in common"),
            std::string::npos)
      << other_rows;
  fewer["parts"].erase(0);
  write_text(file("fewer.json"), fewer.dump());
  const std::string only = expect_success("compare before.json fewer.json").out;
  EXPECT_NE(only.find("Only in before.json: histogram-runs"), std::string::npos) << only;
  EXPECT_EQ(only.find("Only in fewer.json"), std::string::npos) << only;
  expect_success("bench triangle --scene 128 --processor cpu --variant simd --repeat 1 --json other.json");
  expect_refused("compare before.json other.json", "before.json and the other files have no suite in common");
}

TEST_F(CollectionFiles, AreReported) {
  write_file("two.json");
  expect_success("report two.json --out page.html --markdown page.md");
  const std::string page = read_text(file("page.md"));
  EXPECT_NE(page.find("heteroscope bench --again two.json:agreement"), std::string::npos);
  EXPECT_NE(read_text(file("page.html")).find("2 runs on "), std::string::npos) << "of one machine";
  // two runs of the same suites are held against each other, suites of one run are not
  expect_success("report two.json --out one.html");
  EXPECT_EQ(read_text(file("one.html")).find("Side by side"), std::string::npos);
  write_file("again.json");
  expect_success("report two.json again.json --out both.html");
  EXPECT_NE(read_text(file("both.html")).find("Side by side: two.json:agreement, again.json:agreement"),
            std::string::npos);
}

TEST_F(CollectionFiles, DamagedOnesAreRefused) {
  write_file("two.json");
  const json right = json_of(read_text(file("two.json")));
  const auto refusal_of = [&](const char* at, const json& value) {
    json wrong = right;
    wrong[json::json_pointer(at)] = value;
    return heteroscope::testing::refusal([&] { static_cast<void>(results_from_json(wrong.dump(), "w.json")); });
  };
  EXPECT_EQ(refusal_of("/parts", json::array()), "w.json: parts: is not a list of results ([…])");
  EXPECT_EQ(refusal_of("/title", ""), "w.json: title is missing");
  EXPECT_EQ(refusal_of("/parts/0", 7), "w.json: parts[0]: not a result of `heteroscope bench --json`, version 2");
  EXPECT_EQ(refusal_of("/parts/1/title", nullptr), "w.json: parts[1]: its title is missing");
  EXPECT_EQ(refusal_of("/left_out/0", 7), "w.json: left_out: what is in it is not an object ({…})");
  EXPECT_EQ(refusal_of("/title", "other"), "(nothing thrown)");
}

TEST_F(CollectionFiles, TheirPartsExistAndLeaveSomethingToMeasure) {
  for (const Collection* each : collections()) {
    EXPECT_FALSE(each->parts.empty()) << each->id;
    for (const SuitePart& part : each->parts) {
      const auto suite = std::ranges::find(suites(), part.of, &Suite::id);
      if (suite == suites().end()) {
        EXPECT_NO_THROW(static_cast<void>(find_workload(catalog(), part.of))) << part.of;
        continue;
      }
      for (const std::string_view scene : part.scenes) {
        EXPECT_NE(std::ranges::find((*suite)->scenes, scene, &SuiteScene::id), (*suite)->scenes.end())
            << part.of << ' ' << scene;
      }
    }
  }
  const Collection& all = **std::ranges::find(collections(), "all", &Collection::id);
  for (const Suite* each : suites())
    EXPECT_NE(std::ranges::find(all.parts, each->id, &SuitePart::of), all.parts.end()) << each->id;
}

TEST_F(CollectionFiles, OptionsOfWhatIsMeasuredAreRefused) {
  expect_refused("bench quick --size 32x32", "quick chooses what is measured");
  expect_refused("bench quick --processor split", "--processor split: for quick only cpu or gpu can be chosen");
  expect_refused("bench all --svg all.svg", "--svg: all has a table for each of its suites");
  if (!has_gpu()) expect_refused("bench quick --processor gpu --json a.json", "--json: nothing can be measured here");
}

/// All of it, each row once: what it takes beside the rows' own budgets.
TEST_F(CollectionFiles, QuickHasTheHeartOfEverySuite) {
  const Result run = this->run("bench quick --processor cpu --repeat 1 --warmup 1 --json quick.json");
  ASSERT_EQ(run.code, 0) << run.error;
  const json all = json_of(read_text(file("quick.json")));
  EXPECT_EQ(against_schema(all, "bench-collection.schema.json"), "");
  std::size_t rows = 0;
  const Collection& quick = **std::ranges::find(collections(), "quick", &Collection::id);
  EXPECT_LE(quick.all_ms.value(), 60e3) << "half of what it may take";
  for (const json& part : all.at("parts")) {
    EXPECT_EQ(against_schema(part, "bench.schema.json"), "") << part.at("title");
    rows += part.at("rows").size();
    std::set<json> held{part.at("ceilings").at("cpu").at("set_bytes")};
    for (const json& row : part.at("rows")) held.insert(row.at("cpu_ceiling").at("set_bytes"));
    for (const json& set : part.at("ceilings").at("cpu").at("sets"))
      EXPECT_TRUE(held.contains(set.at("set_bytes"))) << part.at("title") << ": of another suite's rows";
  }
  EXPECT_GT(rows, 50U);
  for (const char* words : {"cpu-theory", "correlation", "in every value", "published conclusion"})
    EXPECT_NE(run.out.find(words), std::string::npos) << words;
}

}  // namespace
}  // namespace heteroscope::testing
