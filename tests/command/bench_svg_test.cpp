#include <omp.h>

#include <map>
#include <set>
#include <vector>

#include "core/device/device.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"
#include "tests/xml.hpp"

/// `bench --svg`, and the suite that compares laplace's methods.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class BenchSvg : public Program {
 protected:
  static constexpr const char* heat =
      "bench heat --set n=65 --scene small --processor cpu --variant sequential --variant simd --steps 3 --repeat 3 ";
  static constexpr const char* methods = "bench laplace-methods --set n=17 --repeat 1 ";
};

void expect_plot(const std::string& svg, const std::vector<std::string>& texts) {
  EXPECT_EQ(fault_in_xml(svg), "");
  EXPECT_NE(svg.find("<svg xmlns=\"http://www.w3.org/2000/svg\""), std::string::npos);
  for (const char* word : {"nan", "inf", "script", "href", "url("}) {
    EXPECT_EQ(svg.find(word), std::string::npos) << word;
  }
  for (const std::string& each : texts) EXPECT_NE(svg.find(">" + each + "<"), std::string::npos) << each;
}

TEST(SvgCheck, SeesWhatIsNotWellFormed) {
  EXPECT_EQ(fault_in_xml("<?xml version=\"1.0\"?><a b=\"c\"><d/>1 &lt; 2</a>"), "");
  for (const char* each : {"<a><b></a></b>", "<a>", "<a/><b/>", "<a>1 & 2</a>", "<a b=\"c></a>", "<a", ""}) {
    EXPECT_NE(fault_in_xml(each), "") << each;
  }
}

TEST_F(BenchSvg, BarsOfTimesByVariant) {
  const Result result = expect_success(heat + std::string("--threads 1 --svg a.svg"));
  EXPECT_NE(result.out.find("| simd"), std::string::npos) << "the table is printed as well";
  const std::string svg = read_text(file("a.svg"));
  expect_plot(svg, {"heat: time per step", "n=65, fp32", "n=65, fp64", "sequential", "simd"});
  // a bar for each of 2 variants in 2 precisions, on a background
  EXPECT_EQ(count_of(svg, "<rect"), 5U);
  EXPECT_NE(svg.find("time per step, ms"), std::string::npos);
}

TEST_F(BenchSvg, BarsAreAsLongAsTheirTimes) {
  expect_success(heat + std::string("--threads 1 --precision fp64 --svg a.svg --json a.json"));
  const std::string svg = read_text(file("a.svg"));
  const json rows = json_of(read_text(file("a.json"))).at("rows");
  ASSERT_EQ(rows.size(), 2U);
  if (svg.find("logarithmic") != std::string::npos) GTEST_SKIP() << "the times differ too much for a linear axis";
  std::vector<double> lengths;
  const std::string before = "width=\"";
  for (std::size_t at = svg.find("<rect x="); at != std::string::npos; at = svg.find("<rect x=", at + 1)) {
    lengths.push_back(std::stod(svg.substr(svg.find(before, at) + before.size())));
  }
  ASSERT_EQ(lengths.size(), 2U);
  const double ratio = rows[0].at("step_ms").get<double>() / rows[1].at("step_ms").get<double>();
  // coordinates have a decimal, and the shorter bar some ten pixels at least
  EXPECT_NEAR(lengths[0] / lengths[1] / ratio, 1, 0.02);
}

TEST_F(BenchSvg, StandardOutputIsThePlotAlone) {
  // by one thread, and by one for each core
  const char* label = omp_get_num_procs() > 1 ? "simd, 1 thread" : "simd";
  expect_plot(expect_success(heat + std::string("--svg -")).out, {label, "n=65, fp64"});
}

TEST_F(BenchSvg, BadPath) {
  expect_refused(heat + std::string("--svg missing/a.svg"), "missing");
  expect_refused(heat + std::string("--svg ."), ".");
}

TEST_F(BenchSvg, RatesByBlockShape) {
  if (!device::facts().available) GTEST_SKIP() << device::facts().why_not;
  expect_success("bench heat-blocks --set n=300 --steps 2 --repeat 1 --svg a.svg");
  const std::string svg = read_text(file("a.svg"));
  expect_plot(svg, {"heat-blocks: cells/s by block shape", "cuda_global fp32", "cuda_global fp64", "cuda_shared fp32",
                    "cuda_shared fp64", "8x8", "128x2"});
  // a point for each of 12 shapes × 2 variants × 2 precisions, and one for each of 4 series in the legend
  EXPECT_EQ(count_of(svg, "class=\"mark\""), 52U);
}

TEST_F(BenchSvg, TimesToToleranceOfAllMethods) {
  const Result result = expect_success(methods + std::string("--svg a.svg --json a.json"));
  EXPECT_NE(result.out.find("fp32 cannot represent residuals below"), std::string::npos) << result.out;
  const json rows = json_of(read_text(file("a.json"))).at("rows");
  // two precisions of sequential, omp and, with a GPU, cuda
  const std::size_t bars_of_method = device::facts().available ? 6 : 4;
  EXPECT_EQ(rows.size(), 7 * bars_of_method);
  std::map<std::pair<std::string, std::string>, std::set<int>> steps;
  for (const json& row : rows) {
    EXPECT_EQ(row.at("settled"), true);
    EXPECT_EQ(row.at("width"), 17);
    EXPECT_GT(row.at("median_ms").get<double>(), 0);
    steps[{row.at("scene").get<std::string>(), row.at("precision").get<std::string>()}].insert(
        row.at("steps").get<int>());
  }
  // every backend settles at the same step; one for direct, and fewer in multigrid than in jacobi
  for (const auto& [what, counts] : steps) EXPECT_EQ(counts.size(), 1U) << what.first << what.second;
  EXPECT_EQ(*steps[std::pair("direct", "fp64")].begin(), 1);
  EXPECT_LT(*steps[std::pair("sor", "fp64")].begin(), *steps[std::pair("jacobi", "fp64")].begin());
  EXPECT_LT(*steps[std::pair("multigrid", "fp64")].begin(), *steps[std::pair("sor", "fp64")].begin());
  const std::string svg = read_text(file("a.svg"));
  expect_plot(svg, {"laplace-methods: time to tolerance", "jacobi", "red_black", "sor", "cg", "multigrid",
                    "full_multigrid", "direct", "sequential fp32", "sequential fp64", "omp fp32", "omp fp64"});
  EXPECT_NE(svg.find("time to tolerance, ms (logarithmic)"), std::string::npos);
  EXPECT_EQ(count_of(svg, "<rect"), rows.size() + 1);
}

TEST_F(BenchSvg, MethodsThatDoNotSettleSaySo) {
  const Result result =
      expect_success(methods + std::string("--set max_iterations=5 --variant sequential --svg a.svg"));
  EXPECT_NE(result.out.find("5 (not settled)"), std::string::npos) << result.out;
  EXPECT_NE(read_text(file("a.svg")).find("hollow"), std::string::npos);
}

/// In updates of nodes: sor's ln(1e8)/2πh = 6000 iterations of 2049² nodes are 2.5e10, and jacobi takes far more.
TEST_F(BenchSvg, MethodsThatTakeTooLongAreSkipped) {
  const Result result = expect_success(
      "bench laplace-methods --set n=2049 --set tolerance=1e-8 --precision fp64 --variant omp --repeat 1 "
      "--threads 2 --warmup 0");
  for (const char* method : {"jacobi", "red_black", "sor", "cg"}) {
    EXPECT_NE(result.out.find(std::string("1 row skipped: ") + method + " at n = 2049"), std::string::npos)
        << result.out;
    EXPECT_EQ(result.out.find(std::string("| ") + method + " "), std::string::npos);
  }
  EXPECT_NE(result.out.find("| direct "), std::string::npos);
}

TEST_F(BenchSvg, TheSuiteChoosesTheMethods) {
  expect_refused(methods + std::string("--set method=cg"), "sets that itself");
  expect_refused(methods + std::string("--set cycle=full"), "sets that itself");
  expect_refused(methods + std::string("--variant simd"), "sequential, omp, cuda");
}

}  // namespace
}  // namespace heteroscope::testing
