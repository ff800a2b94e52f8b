#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/command/heat_file.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"
#include "tests/window/transpose_text.hpp"

/// `--variants DIR`: what a class hands in is ranked, and what has no place is named with the reason.
namespace heteroscope::testing {
namespace {

/// A folder as a class hands it in: two that are right, and others that are not, each in its own way.
class HandedIn : public Program {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(file("class"));
    hand_in("anna.cpp", heat_file(plain_rows));
    // each node is computed ten times
    hand_in("ben.cpp", heat_file(std::string("for (volatile int i = 0; i < 10; i = i + 1)") + plain_rows));
    hand_in("carl.cpp", heat_file("  this is no C++"));
    hand_in("dora.cpp", heat_file(std::string(plain_rows) + " step.out(3, step.rows.begin + 3) = 1;"));
    hand_in("emil.cpp", heat_file("  std::abort();"));
    hand_in("notes.txt", "not looked at");
  }
  void hand_in(const std::string& name, const std::string& text) const { write_text(file("class/" + name), text); }
};

TEST_F(HandedIn, AreRanked) {
  const Result result = run(
      "bench heat --set n=64 --steps 3 --precision fp64 --threads 1 --variants class --variant sequential --repeat 9 "
      "--json class.json");
  EXPECT_EQ(result.code, 0) << result.error;
  const nlohmann::json measured = json_of(read_text(file("class.json")));
  EXPECT_EQ(measured.at("ranked"), true);
  std::vector<std::string> variants;
  for (const auto& row : measured.at("rows")) variants.push_back(row.at("variant").get<std::string>());
  EXPECT_EQ(variants, (std::vector<std::string>{"sequential", "anna.cpp", "ben.cpp"}))
      << "rows stay in the order of the stage's list";
  for (const char* each : {"carl.cpp:12", "dora.cpp: ", "emil.cpp:"}) {
    EXPECT_NE(result.error.find(each), std::string::npos) << each << result.error;
    for (const char* ranked : {"| anna.cpp", "| ben.cpp"})
      EXPECT_GT(result.out.find(each), result.out.find(ranked)) << each << " is below those that have a place";
    EXPECT_NE(result.out.find(each), std::string::npos) << each;
  }
  EXPECT_NE(result.out.find("beyond the tolerance, first at x "), std::string::npos) << result.out;
  auto rows = measured.at("rows").get<std::vector<nlohmann::json>>();
  std::ranges::sort(rows, {}, [](const nlohmann::json& row) {
    return std::pair<bool, double>(row.at("others").at("marked") == true, row.at("median_ms").get<double>());
  });
  std::size_t before = 0;
  for (const nlohmann::json& row : rows) {
    const std::size_t at = result.out.find("| " + row.at("variant").get<std::string>());
    EXPECT_GT(at, before) << result.out;
    before = at;
  }
  EXPECT_NE(result.out.find("| place |"), std::string::npos) << result.out;
  const std::string page = expect_success("report class.json --no-pictures --markdown -").out;
  EXPECT_NE(page.find("| place |"), std::string::npos) << page;
  EXPECT_NE(page.find("emil.cpp:"), std::string::npos) << page;
}

/// The loader shares statics of one name among all that it has loaded, unless they are hidden.
TEST_F(HandedIn, HaveStaticsOfTheirOwn) {
  for (const char* const each : {"ben.cpp", "carl.cpp", "dora.cpp", "emil.cpp"})
    std::filesystem::remove(file(std::string("class/") + each));
  const auto with = [](const char* factor) {
    return heat_file(std::string("static T* const one = new T(") + factor + ");\n" +
                     "for (int y = step.rows.begin; y < step.rows.end; ++y)"
                     " for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y) * *one / T(" +
                     factor + ");");
  };
  hand_in("jan.cpp", with("1"));
  hand_in("kim.cpp", with("2"));
  const Result result = run("bench heat --set n=64 --steps 3 --precision fp64 --threads 1 --variants class --repeat 3");
  EXPECT_EQ(result.code, 0) << result.error;
  for (const char* const each : {"| anna.cpp", "| jan.cpp", "| kim.cpp"})
    EXPECT_NE(result.out.find(each), std::string::npos) << each << result.out << result.error;
}

/// It is right where it is compared, in parts of its rows, and in its first runs; later it returns at once.
TEST_F(HandedIn, HaveNoPlaceWithAnotherResultOnceTheirTimeIsTaken) {
  for (const char* const each : {"ben.cpp", "carl.cpp", "dora.cpp", "emil.cpp"})
    std::filesystem::remove(file(std::string("class/") + each));
  hand_in("ines.cpp",
          heat_file(std::string("static int calls = 0;\n"
                                "if (step.rows.end - step.rows.begin >= step.width - 2 && ++calls > 5) return;\n") +
                    plain_rows));
  const Result result =
      run("bench heat --set n=64 --steps 3 --precision fp64 --threads 1 --variants class --repeat 5 --json class.json");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.out.find("ines.cpp: in a measured run with other values it computes a different result"),
            std::string::npos)
      << result.out << result.error;
  EXPECT_NE(result.out.find("| anna.cpp"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("| ines.cpp"), std::string::npos) << result.out;
}

/// What it has computed for an image of that size it gives again: with the values that are measured it is always right.
TEST_F(HandedIn, HaveNoPlaceIfTheyKeepResults) {
  for (const auto& each : std::filesystem::directory_iterator(file("class"))) std::filesystem::remove(each.path());
  hand_in("anna.cpp", transpose_text("image.in(x, y)"));
  hand_in("nina.cpp",
          "#include <algorithm>\n#include <vector>\n" +
              transpose_text("image.in(x, y)",
                             "  static std::vector<T> kept;\n"
                             "  static int width = 0;\n"
                             "  const auto all = static_cast<std::size_t>(image.width) * image.height;\n"
                             "  const bool whole = image.columns.end - image.columns.begin == image.width;\n"
                             "  if (whole && width == image.width && kept.size() == all) {\n"
                             "    std::copy(kept.begin(), kept.end(), image.out_data);\n"
                             "    return;\n"
                             "  }\n",
                             "  if (whole) kept.assign(image.out_data, image.out_data + all);\n"
                             "  if (whole) width = image.width;\n"));
  const Result result =
      run("bench transpose --source noise --size 160x120 --precision fp32 --variants class --repeat 3");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.out.find("nina.cpp: in a measured run with other values it computes a different result than the "
                            "reference, as if it kept an earlier result or left out work: "),
            std::string::npos)
      << result.out << result.error;
  EXPECT_NE(result.out.find("| anna.cpp"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("| nina.cpp"), std::string::npos) << result.out;
}

/// It returns at once after some calls, so that its first rows were measured before it was found.
TEST_F(HandedIn, HaveNoPlaceInAnyProblemAfterAWrongOne) {
  for (const auto& each : std::filesystem::directory_iterator(file("class"))) std::filesystem::remove(each.path());
  hand_in("anna.cpp", transpose_text("image.in(x, y)"));
  hand_in("otto.cpp",
          transpose_text("image.in(x, y)", "  static int calls = 0;\n  if (sizeof(T) == 8 && ++calls > 4) return;\n"));
  const Result result = run("bench transpose --size 160x120 --threads 1 --variants class --repeat 5");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.out.find("- 2 rows skipped: otto.cpp: in a measured run"), std::string::npos)
      << result.out << result.error;
  EXPECT_EQ(result.out.find("| otto.cpp"), std::string::npos) << result.out;
}

/// Each is named with what it does wrong, also where none is left to be ranked.
TEST_F(HandedIn, AreAllNamedIfNoneHasAPlace) {
  for (const auto& each : std::filesystem::directory_iterator(file("class"))) std::filesystem::remove(each.path());
  hand_in("paul.cpp", transpose_text("T(0)"));
  hand_in("rosa.cpp", transpose_text("image.in(x, y) + T(1)"));
  const Result result = run("bench transpose --size 160x120 --precision fp32 --variants class --repeat 3");
  EXPECT_EQ(result.code, 1) << result.out;
  const std::string line = result.error.substr(
      std::min(result.error.find("bench: no file of --variants has a place: "), result.error.size()));
  for (const char* const each : {"paul.cpp: fp32: ", "rosa.cpp: fp32: "})
    EXPECT_NE(line.find(each), std::string::npos) << each << result.error;
}

/// It may be written for the problem that is measured, so it keeps its place, and is named all the same.
TEST_F(HandedIn, AreNamedIfTheyAreWrongElsewhere) {
  for (const auto& each : std::filesystem::directory_iterator(file("class"))) std::filesystem::remove(each.path());
  hand_in("anna.cpp", transpose_text("image.in(x, y)"));
  hand_in("sven.cpp", transpose_text("image.width == 160 ? image.in(x, y) : T(0)"));
  const Result result =
      run("bench transpose --source noise --size 160x120 --precision fp32 --threads 1 --variants class --repeat 3");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.out.find("| sven.cpp"), std::string::npos) << result.out;
  const std::string words = "ranked, but wrong elsewhere: sven.cpp: in a small case of \"verify\" (";
  EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
  EXPECT_NE(result.out.find(words), std::string::npos) << result.out;
  EXPECT_EQ(result.error.find("anna.cpp"), std::string::npos) << result.error;
}

/// It is right in parts of its rows, and returns at once wherever it is given all.
TEST_F(HandedIn, HaveNoPlaceWhereAllRowsAtOnceAreLeftOut) {
  for (const char* const each : {"ben.cpp", "carl.cpp", "dora.cpp", "emil.cpp"})
    std::filesystem::remove(file(std::string("class/") + each));
  hand_in("jana.cpp",
          heat_file(std::string("if (step.rows.end - step.rows.begin >= step.width - 2) return;\n") + plain_rows));
  const Result result = run("bench heat --set n=64 --steps 3 --precision fp64 --threads 1 --variants class --repeat 3");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.error.find("not ranked: jana.cpp: fp64: 4096 values beyond the tolerance"), std::string::npos)
      << result.out << result.error;
  EXPECT_NE(result.out.find("| anna.cpp"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("| jana.cpp"), std::string::npos) << result.out;
}

/// It is right where all memory is NaN, as in comparisons, and computes something else in runs whose time is taken.
TEST_F(HandedIn, HaveNoPlaceWithAnotherResultThanTheReferencesInTheirFirstRun) {
  for (const char* const each : {"ben.cpp", "carl.cpp", "dora.cpp", "emil.cpp"})
    std::filesystem::remove(file(std::string("class/") + each));
  hand_in("klara.cpp",
          heat_file("static const bool compared = step.out(3, 5) != step.out(3, 5) &&"
                    " step.out(5, 3) != step.out(5, 3) && step.out(9, 7) != step.out(9, 7);\n"
                    "for (int y = step.rows.begin; y < step.rows.end; ++y)"
                    " for (int x = 0; x < step.width; ++x) step.out(x, y) = compared ? step.new_value(x, y) : T(1);"));
  const Result result = run("bench heat --set n=64 --steps 3 --precision fp64 --threads 1 --variants class --repeat 3");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.out.find("klara.cpp: in a measured run it computes a different result than the reference"),
            std::string::npos)
      << result.out << result.error;
  EXPECT_NE(result.out.find("| anna.cpp"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("| klara.cpp"), std::string::npos) << result.out;
}

/// Also one that leaves alone what holds the right value by chance: new memory is 0, as the plate's edge.
TEST_F(HandedIn, HaveNoPlaceAfterOneWrongCase) {
  hand_in("fred.cpp", heat_file("for (int y = step.rows.begin; y < step.rows.end - 1; ++y)"
                                " for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y);"));
  // right in fp32 alone
  const std::string in_fp64 = " if (sizeof(T) == 8) step.out(3, step.rows.begin + 3) = 1;";
  hand_in("gina.cpp", heat_file(plain_rows + in_fp64));
  hand_in(
      "hana.cpp",
      "#include <thread>\n" +
          heat_file("static const int left = (std::thread([] { for (volatile bool on = true; on;) {} }).detach(), 1);"
                    " static_cast<void>(left);\n" +
                    std::string(plain_rows)));
  const Result result =
      run("bench heat --set n=64 --steps 3 --threads 1 --variants class --repeat 1 --json class.json");
  EXPECT_EQ(result.code, 0) << result.error;
  std::set<std::string> ranked;
  const nlohmann::json measured = json_of(read_text(file("class.json")));
  for (const auto& row : measured.at("rows")) ranked.insert(row.at("variant").get<std::string>());
  EXPECT_EQ(ranked, (std::set<std::string>{"anna.cpp", "ben.cpp"}));
  for (const char* each :
       {"not ranked: fred.cpp: fp", "not ranked: gina.cpp: fp64: ", "not ranked: hana.cpp: it leaves a thread running"})
    EXPECT_NE(result.error.find(each), std::string::npos) << each << result.error;
  EXPECT_EQ(run("render heat --set n=64 --steps 3 --threads 1 --variant class/fred.cpp --verify").code, 1);
}

/// A line for each of these would hide the one that says why a file has no place.
TEST_F(HandedIn, ThatAreOfOtherWorkloadsAreCounted) {
  for (const char* const each : {"new blur class/kim.cpp", "new blur class/lea.cpp", "new transpose class/max.cpp"})
    expect_success(each);
  const Result result = run("bench heat --set n=64 --steps 3 --variants class --repeat 1");
  const std::string counted = "3 files of other workloads (2 of blur, 1 of transpose)";
  const std::size_t at = result.error.find("left out: " + counted);
  EXPECT_NE(at, std::string::npos) << result.error;
  EXPECT_GT(result.error.find("not ranked: dora.cpp: "), at) << result.error;
  EXPECT_GT(result.out.find(counted), result.out.find("dora.cpp: ")) << result.out;
  for (const char* const other : {"kim", "lea", "max"})
    EXPECT_EQ((result.error + result.out).find(other + std::string(".cpp")), std::string::npos) << other;
}

TEST_F(HandedIn, OfWhichNothingIsComparedAreNoSuccess) {
  const Result verified =
      run("verify heat --variant class/anna.cpp --precision fp32 --size 2000x2000 --processor cpu --memory-limit 10M");
  EXPECT_EQ(verified.code, 1) << verified.out << verified.error;
  EXPECT_NE(verified.out.find("cases skipped: n: 2000 in fp32 needs "), std::string::npos) << verified.out;
  EXPECT_NE(verified.out.find("nothing was compared"), std::string::npos) << verified.out;
}

TEST_F(HandedIn, OfWhichNoneHasAPlaceAreNoSuccess) {
  for (const char* const each : {"anna.cpp", "ben.cpp"}) std::filesystem::remove(file(std::string("class/") + each));
  const Result result =
      run("bench heat --set n=64 --steps 3 --precision fp64 --threads 1 --variants class --variant sequential "
          "--repeat 1");
  EXPECT_EQ(result.code, 1) << result.error;
  EXPECT_NE(result.out.find("| sequential"), std::string::npos) << result.out;
  EXPECT_NE(result.error.find("no file of --variants has a place"), std::string::npos) << result.error;
}

TEST_F(HandedIn, WhatIsLeftOutKeepsVerifyFromNothing) {
  for (const char* each : {"ben.cpp", "dora.cpp", "emil.cpp"})
    std::filesystem::remove(file(std::string("class/") + each));
  const Result verified = run("verify heat --precision fp64 --variants class");
  EXPECT_EQ(verified.code, 0) << verified.out << verified.error;
  EXPECT_NE(verified.error.find("carl.cpp:12"), std::string::npos) << verified.error;
}

TEST_F(HandedIn, StandInLists) {
  const Result listed = run("list --variants class");
  EXPECT_EQ(listed.code, 0);
  EXPECT_NE(listed.out.find("From the file anna.cpp. [own]"), std::string::npos) << listed.out;
  EXPECT_NE(listed.error.find("carl.cpp:12"), std::string::npos) << listed.error;
  const nlohmann::json one = json_of(expect_success("list --variant class/anna.cpp --json").out);
  for (const auto& workload : one.at("workloads")) {
    if (workload.at("id") != "heat") continue;
    const auto& last = workload.at("stages").at(0).at("variants").back();
    EXPECT_EQ(last.at("id"), "anna.cpp");
    EXPECT_EQ(last.at("own_file"), file("class/anna.cpp").string());
  }
}

TEST_F(HandedIn, ThatAreNoneAreRefused) {
  expect_refused("bench heat --variants nowhere", "nowhere");
  expect_refused("bench --variants class", "--variants needs a WORKLOAD");
  expect_refused("bench quick --variants class", "quick");
  expect_refused("list --variants nowhere", "nowhere");
  expect_refused("list --variant sequential", "a file that ends in .cu or .cpp is needed");
  expect_refused("list --variant gone.cpp", "gone.cpp");
  EXPECT_EQ(run("bench blur --variants class").code, 2);
  std::filesystem::create_directory(file("empty"));
  expect_refused("bench heat --variants empty", "it has no files that end in .cu or .cpp");
  expect_refused("list --variants empty", "it has no files that end in .cu or .cpp");
}

}  // namespace
}  // namespace heteroscope::testing
