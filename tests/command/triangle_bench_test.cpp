#include <algorithm>
#include <cstring>
#include <set>
#include <sstream>

#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/process/memory_limit.hpp"
#include "kernels/registry.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// The suite that measures the triangle's mappings, and bad input of the triangle.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class TriangleBench : public Program {
 protected:
  TriangleBench() {
    write_text(file("out.png"), "precious");
    write_text(file("out.csv"), "precious");
  }
  static constexpr const char* cpu = "bench triangle --processor cpu --repeat 2 --warmup 1 --threads 2 ";
  json bench(const std::string& arguments) const { return json_of(expect_success(arguments + " --json -").out); }
  void expect_render_refused(const std::string& arguments, const std::string& words) const {
    expect_refused("render triangle " + arguments + " --out out.png", words);
  }
};

/// A build without CUDA does not know which mappings its variants would have.
bool knows_mappings() {
  const auto& variants = find_workload(catalog(), "triangle").stages.front().variants;
  return std::ranges::any_of(variants, [](const NamedVariant& each) { return !each.variant->knobs.mappings.empty(); });
}

std::vector<std::vector<std::string>> cells_of(const std::string& csv) {
  std::vector<std::vector<std::string>> out;
  std::stringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::stringstream stream(line);
    out.emplace_back();
    for (std::string cell; std::getline(stream, cell, ',');) out.back().push_back(cell);
  }
  return out;
}

TEST_F(TriangleBench, CpuVariantsOnceForEachSide) {
  const json out = bench(std::string(cpu) + "--set n=128 --set n=300 --variant sequential --variant omp_folded");
  EXPECT_EQ(out.at("title"), "triangle");
  EXPECT_EQ(out.at("workload"), "triangle");
  ASSERT_EQ(out.at("rows").size(), 4U);
  std::set<std::pair<std::string, std::string>> found;
  for (const json& row : out.at("rows")) {
    found.emplace(row.at("variant").get<std::string>(), row.at("scene").get<std::string>());
    EXPECT_EQ(row.at("precision"), "fp32");
    EXPECT_TRUE(row.at("block").is_null());
    EXPECT_TRUE(row.at("cover").is_null());
    EXPECT_TRUE(row.at("baseline_speedup").is_null());
    EXPECT_EQ(row.at("scene"), std::to_string(row.at("width").get<int>()));
    EXPECT_EQ(row.at("settings").at("parameters").at("cost"), "distance");
    EXPECT_GE(row.at("mean_square_error_ms2").get<double>(), 0);
    // n (n + 1)/2 cells of 4 bytes each, against a fill alone, of no more bytes and by as many threads
    const double n = row.at("width").get<double>();
    const double seconds = row.at("median_ms").get<double>() / 1000;
    EXPECT_NEAR(row.at("bytes_per_s").get<double>() * seconds, 2 * n * (n + 1), 1e-3);
    EXPECT_TRUE(row.at("copy_ceiling_share").is_null());
    EXPECT_DOUBLE_EQ(row.at("fill_ceiling_share").get<double>(),
                     row.at("bytes_per_s").get<double>() / row.at("cpu_ceiling").at("fill_bytes_per_s").get<double>());
    EXPECT_LE(row.at("cpu_ceiling").at("set_bytes").get<double>(), std::max(2 * n * (n + 1), 4096.0));
    EXPECT_GT(row.at("cpu_ceiling").at("set_bytes").get<double>(), 0.8 * 2 * n * (n + 1));
    EXPECT_EQ(row.at("cpu_ceiling").at("threads"), row.at("threads"));
    EXPECT_TRUE(row.at("gpu_ceiling").is_null());
  }
  EXPECT_EQ(found.size(), 4U);
  EXPECT_TRUE(found.contains({"omp_folded", "300"}));
}

/// Of two runs a and b: median and mean (a + b)/2, mean square error ((a − b)/2)².
TEST_F(TriangleBench, MeanSquareErrorOfTwoRuns) {
  const json row = bench(std::string(cpu) + "--scene 256 --variant sequential").at("rows").front();
  EXPECT_EQ(row.at("repeats"), 2);
  const double half = (row.at("max_ms").get<double>() - row.at("min_ms").get<double>()) / 2;
  EXPECT_NEAR(row.at("mean_square_error_ms2").get<double>(), half * half, 1e-12);
  EXPECT_DOUBLE_EQ(row.at("mean_ms").get<double>(), row.at("median_ms").get<double>());
}

TEST_F(TriangleBench, ScenesAreSides) {
  const json rows = bench(std::string(cpu) + "--scene 512 --variant simd --precision fp64").at("rows");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows.front().at("width"), 512);
  EXPECT_EQ(rows.front().at("precision"), "fp64");
  expect_refused(std::string(cpu) + "--scene 513", "has no scene '513' (128, 256, 512");
  expect_refused(std::string(cpu) + "--scene 128 --set n=4", "sets that itself");
}

TEST_F(TriangleBench, ReportsAreTablesBySide) {
  const Result result = expect_success(
      std::string(cpu) + "--set n=33 --set n=65 --variant sequential --variant simd --csv b.csv --svg b.svg");
  for (const char* words :
       {"      fill |", "triangle in fp32, cost=distance", "Variants without a choice of block, ms:", "|   n |", " ± ",
        "All variants at n = 65:", "of fill"}) {
    EXPECT_NE(result.out.find(words), std::string::npos) << words << '\n' << result.out;
  }
  EXPECT_EQ(result.out.find("Ranking with blocks of"), std::string::npos) << "the CPU has none";
  const auto lines = cells_of(read_text(file("b.csv")));
  ASSERT_EQ(lines.size(), 5U);
  for (const char* title : {"fill_ceiling_share", "mean_square_error_ms2", "baseline_speedup", "cover_launches",
                            "cover_blocks", "cover_useful_blocks", "cover_wasted_threads_percent"}) {
    EXPECT_NE(std::ranges::find(lines.front(), title), lines.front().end()) << title;
  }
  const std::string svg = read_text(file("b.svg"));
  EXPECT_NE(svg.find(">triangle: time by n<"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST_F(TriangleBench, PublishedTimesAreInTheJson) {
  const json out = bench(std::string(cpu) + "--scene 128 --variant simd");
  const json& published = out.at("published");
  EXPECT_EQ(published.at("tables").size(), 10U);
  const json& first = published.at("tables").front();
  EXPECT_EQ(first.at("table"), "6.1");
  EXPECT_EQ(first.at("machine"), "Tesla K40c");
  EXPECT_EQ(first.at("variant"), "cuda_dp");
  EXPECT_EQ(first.at("rows").size(), 27U);
  EXPECT_EQ(first.at("rows").back().at("scene"), "32768");
  EXPECT_EQ(first.at("rows").back().at("block").at("x"), 32);
  EXPECT_EQ(first.at("rows").back().at("time_ms"), 52.311298);
  EXPECT_EQ(first.at("saved_by_block_percent"), json({18.40, -9.33}));
  EXPECT_EQ(out.at("baseline"), "cuda_bb");
}

/// Settings, a split and the workload's own scenes are asked of the workload itself: a list of rows.
TEST_F(TriangleBench, TheWorkloadItselfCanBeAskedFor) {
  expect_success("render triangle --set n=40 --set cost=collision --precision fp32 --out made.png");
  const json saved = bench("bench triangle --settings made.png --variant sequential --precision fp32 --repeat 1");
  ASSERT_EQ(saved.at("rows").size(), 1U);
  EXPECT_EQ(saved.at("rows").front().at("scene"), "saved");
  EXPECT_EQ(saved.at("rows").front().at("width"), 40);
  EXPECT_FALSE(saved.contains("published"));
  const Result small = expect_success("bench triangle --scene small --variant sequential --precision fp32 --repeat 1");
  EXPECT_NE(small.out.find("| small | 96x96 |"), std::string::npos) << small.out;
  EXPECT_NE(small.out.find(" of fill |"), std::string::npos);
  EXPECT_EQ(small.out.find(" of copy |"), std::string::npos);
}

TEST_F(TriangleBench, WorkThatReadsIsStillMeasuredAgainstACopy) {
  const json row =
      bench("bench transpose --source constant --size 16x16 --variant sequential --precision fp32 --repeat 1")
          .at("rows")
          .front();
  EXPECT_GT(row.at("copy_ceiling_share").get<double>(), 0);
  EXPECT_TRUE(row.at("fill_ceiling_share").is_null());
  const Result table =
      expect_success("bench transpose --source constant --size 16x16 --variant sequential --precision fp32 --repeat 1");
  EXPECT_NE(table.out.find(" of copy |"), std::string::npos);
  EXPECT_EQ(table.out.find(" of fill |"), std::string::npos);
}

TEST_F(TriangleBench, EveryMappingOnTheGpu) {
  if (!has_gpu()) {
    expect_refused("bench triangle --scene 128 --processor gpu --repeat 1 --json b.json",
                   "--json: nothing can be measured here");
    return;
  }
  const Result result =
      expect_success("bench triangle --set n=300 --set n=600 --processor gpu --repeat 2 --json b.json --svg b.svg");
  const json rows = json_of(read_text(file("b.json"))).at("rows");
  // seven mappings in three blocks and cuda_linear, over two sides
  EXPECT_EQ(rows.size(), 44U);
  for (const json& row : rows) {
    ASSERT_FALSE(row.at("cover").is_null()) << row;
    const json& mapping = row.at("cover");
    EXPECT_GE(mapping.at("blocks").get<std::int64_t>(), mapping.at("useful_blocks").get<std::int64_t>());
    EXPECT_GT(row.at("baseline_speedup").get<double>(), 0);
    if (row.at("variant") != "cuda_bb" || row.at("block").at("x") != 16) continue;
    // a square of ⌈n/16⌉ blocks, of which those on and below the diagonal compute something
    const std::int64_t side = (row.at("width").get<std::int64_t>() + 15) / 16;
    EXPECT_EQ(mapping.at("launches"), 1);
    EXPECT_EQ(mapping.at("blocks"), side * side);
    EXPECT_EQ(mapping.at("useful_blocks"), side * (side + 1) / 2);
  }
  for (const char* words : {"cuda_bb, ms:", "cuda_dp, ms:", "Ranking with blocks of 16x16 at n = 600:", "saved",
                            "as printed", "cuda_linear (chooses its own blocks)", "Tesla K40c, n = 32768"}) {
    EXPECT_NE(result.out.find(words), std::string::npos) << words;
  }
  EXPECT_NE(read_text(file("b.svg")).find(">blocks of 32x32, fp32<"), std::string::npos);
}

TEST_F(TriangleBench, FiltersOfTheGpusRows) {
  if (!has_gpu()) GTEST_SKIP() << device::facts().why_not;
  const json one = bench("bench triangle --scene 256 --variant cuda_ltm --block 32x8 --repeat 1").at("rows");
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one.front().at("block").at("y"), 8);
  const json mapped = bench("bench triangle --scene 256 --processor gpu --mapping rb --repeat 1").at("rows");
  ASSERT_EQ(mapped.size(), 3U);
  for (const json& row : mapped) EXPECT_EQ(row.at("variant"), "cuda_rb");
}

TEST_F(TriangleBench, SuitesHonorTheProcessor) {
  expect_refused("bench triangle --processor cpu --variant cuda_bb", "'cuda_bb' runs on the GPU, which is not used");
  expect_refused("bench triangle --processor tpu", "known: cpu, gpu, split");
  expect_refused("bench triangle --variant omp", "known: sequential, omp_static");
}

TEST_F(TriangleBench, BadParameters) {
  for (const std::string& command :
       {std::string("render triangle --out out.png "), std::string("bench triangle --csv out.csv ")}) {
    expect_refused(command + "--set n=0", "n: 0 is outside 1 to 131072");
    expect_refused(command + "--set n=131073", "n: 131073 is outside 1 to 131072");
    expect_refused(command + "--set n=1.5", "n: ");
    expect_refused(command + "--set cost=foo", "constant, distance, collision, heavy");
    expect_refused(command + "--set work=-1", "work: -1 is outside 0 to 4096");
    expect_refused(command + "--set cutoff=0", "cutoff: 0 is outside 1 to 131072");
    expect_refused(command + "--set max_depth=13", "max_depth: 13 is outside 0 to 12");
    expect_refused(command + "--set sides=3", "known: n, cost, work");
    expect_refused(command + "--block 0x8", "\"0x8\" is too large or too small");
    expect_refused(command + "--block 64x64", "1 to 1024 threads");
    expect_refused(command + "--size 64x64", "--set n");
    expect_refused(command + "--source noise", "has no source image");
    expect_refused(command + "--steps 3", "takes no steps");
  }
}

TEST_F(TriangleBench, AParameterHasOneValueButForTheSuitesSides) {
  expect_render_refused("--set n=4 --set work=1 --set n=5", "--set 'n=5': 'n=4' already sets it");
  expect_refused(std::string(cpu) + "--set work=1 --set work=2 --csv out.csv", "'work=1' already sets it");
  expect_refused(std::string(cpu) + "--scene small --set n=4 --set n=5 --csv out.csv", "'n=4' already sets it");
  expect_refused(std::string(cpu) + "--set n=4 --set n=0 --csv out.csv", "n: 0 is outside 1 to 131072");
  EXPECT_EQ(bench(std::string(cpu) + "--set n=4 --set n=5 --set n=4 --variant simd").at("rows").size(), 2U);
}

TEST_F(TriangleBench, EachOutputHasAFileOfItsOwn) {
  const std::string one = std::string(cpu) + "--set n=4 --variant simd ";
  expect_refused(one + "--csv out.csv --json ./out.csv", "./out.csv is named for two outputs");
  expect_refused(one + "--csv - --json -", "only one output can go to standard output");
  expect_refused(one + "--csv out.csv --json ''", "'' is not a file name; name a file to write");
  expect_refused(one + "--csv /dev/full", "not a regular file");
  expect_render_refused("--set n=4 --trace out.png", "out.png is named for two outputs");
  expect_render_refused("--set n=4 --trace ''", "'' is not a file name; name a file to write");
}

TEST_F(TriangleBench, VerifyHasSidesOfItsOwn) {
  expect_refused(
      "verify triangle --size 64x32",
      "no case of triangle fits all of these options: the size of triangle is its parameter n, of which no value "
      "gives 64x32");
}

TEST_F(TriangleBench, UnknownStages) {
  expect_render_refused("--variant cell=simd", "has no stage 'cell'; did you mean cells? known: cells");
  expect_render_refused("--variant =simd", "has no stage ''");
}

/// Above the diagonal a .npy file has zeros; anything else there is a difference to the triangle itself.
TEST_F(TriangleBench, DiffOfATriangleAndAFile) {
  expect_success("render triangle --set n=5 --precision fp64 --out a.npy");
  expect_success("render triangle --set n=5 --precision fp64 --out a.png");
  EXPECT_TRUE(expect_success("diff a.png a.npy").out.starts_with("0 of 25 values differ"));
  std::string bytes = read_text(file("a.npy"));
  // the last value of row 0 of 5, of 8 bytes each, after a header of 128 bytes; 2 is 0x4000000000000000
  ASSERT_EQ(bytes.size(), 128U + 25 * 8);
  bytes[128 + 4 * 8 + 7] = 0x40;
  write_text(file("b.npy"), bytes);
  const Result result = run("diff a.png b.npy");
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(result.out.starts_with("1 of 25 values differ, the first at x 4, y 0\nmax error   2\n")) << result.out;
  expect_success("render triangle --set n=4 --out c.npy");
  expect_refused("diff a.png c.npy", "a.png is 5x5, c.npy is 4x4");
}

/// n = 1 is one cell, a disk that touches itself; more threads than cells have nothing to do.
TEST_F(TriangleBench, OneCell) {
  for (const std::string variant : {"sequential", "omp_static", "omp_dynamic", "omp_folded", "simd"}) {
    const Result result = expect_success("render triangle --set n=1 --set cost=collision --set time=1e6 --variant " +
                                         variant + " --threads 1024 --precision fp64 --out one.npy");
    EXPECT_NE(result.out.find("pairs that touch: 0\n"), std::string::npos) << result.out;
    const std::string bytes = read_text(file("one.npy"));
    double value = 0;
    ASSERT_EQ(bytes.size(), 128U + sizeof value);
    std::memcpy(&value, bytes.data() + 128, sizeof value);
    EXPECT_EQ(value, 1);
  }
  expect_success("render triangle --set n=1 --out one.png");
  expect_success("diff one.png one.png");
  const Result svg = expect_success(std::string(cpu) + "--set n=1 --variant simd --svg -");
  EXPECT_EQ(svg.out.find("nan"), std::string::npos);
  expect_refused("study triangle", "triangle has no study (known: heat, laplace, nbody, split, mappings, ranks)");
}

TEST_F(TriangleBench, MappingChoosesTheVariantThatHasIt) {
  if (!knows_mappings()) return expect_render_refused("--set n=9 --processor gpu --mapping ltm", "CUDA");
  expect_render_refused("--set n=9 --mapping foo", "known: bb, rb, rec, ltm, fr_basic, fr, dp, linear");
  expect_refused("bench triangle --mapping foo", "known: bb, rb, rec, ltm, fr_basic, fr, dp, linear");
  if (!has_gpu()) GTEST_SKIP() << device::facts().why_not;
  const Result result = expect_success("render triangle --set n=100 --processor gpu --mapping ltm --out a.npy");
  EXPECT_NE(result.out.find("cuda_ltm"), std::string::npos) << result.out;
  expect_render_refused("--set n=9 --variant cuda_rb --mapping ltm", "cuda_rb has no mapping ltm (rb)");
}

TEST_F(TriangleBench, AMatrixThatDoesNotFit) {
  // 131072² cells of 8 bytes
  constexpr double needed_bytes = 131072.0 * 131072.0 * 8;
  if (needed_bytes < static_cast<double>(memory::limit())) GTEST_SKIP() << "it fits this computer's memory";
  expect_refused("bench triangle --set n=131072 --precision fp64 --variant simd --csv out.csv", "137.4 GB");
  expect_refused("render triangle --set n=131072 --precision fp64 --out out.npy", "n up to ");
}

TEST_F(TriangleBench, HelpNamesIt) {
  const Result help = expect_success("bench --help");
  for (const char* words : {"bench triangle", "compared with a fill", "n=N"})
    EXPECT_NE(help.out.find(words), std::string::npos) << words;
  EXPECT_NE(expect_success("list").out.find("triangle with every mapping"), std::string::npos);
}

}  // namespace
}  // namespace heteroscope::testing
