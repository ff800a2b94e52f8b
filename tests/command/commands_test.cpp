#include <algorithm>

#include "core/device/device.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// The commands at work.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class Commands : public Program {};

TEST_F(Commands, HelpAndVersion) {
  EXPECT_EQ(expect_success("--version").out.rfind("heteroscope ", 0), 0U);
  const std::string help = expect_success("--help").out;
  for (const char* words : {"Exit codes", "list", "render", "verify", "bench", "diff", "study", "--tour"}) {
    EXPECT_NE(help.find(words), std::string::npos) << words;
  }
  for (const char* command : {"list", "render", "movie", "verify", "bench", "diff", "study"}) {
    EXPECT_NE(expect_success(std::string(command) + " --help").out.find("Usage: heteroscope " + std::string(command)),
              std::string::npos);
  }
}

TEST_F(Commands, ListFitsAHundredColumns) {
  const std::string out = expect_success("list").out;
  std::size_t start = 0;
  while (start < out.size()) {
    const std::size_t end = out.find('\n', start);
    EXPECT_LE(end - start, 100U) << out.substr(start, end - start);
    start = end + 1;
  }
  for (const Workload* workload : catalog()) EXPECT_NE(out.find(workload->id), std::string::npos);
}

TEST_F(Commands, ListJsonIsCompleteEnoughForAPanel) {
  const json list = json_of(expect_success("list --json").out);
  EXPECT_EQ(list.at("devices").size(), 1 + device::all().size());
  EXPECT_EQ(list.at("processors").size(), 3U);
  EXPECT_EQ(list.at("memory_kinds").size(), 3U);
  EXPECT_EQ(list.at("scales"), (json{"linear", "sqrt", "log", "cyclic", "histogram", "distance"}));
  EXPECT_FALSE(list.at("palettes").empty());
  ASSERT_EQ(list.at("workloads").size(), catalog().size());
  for (std::size_t w = 0; w < catalog().size(); ++w) {
    const Workload& workload = *catalog()[w];
    const json& listed = list["workloads"][w];
    EXPECT_EQ(listed.at("id"), workload.id);
    ASSERT_EQ(listed.at("parameters").size(), workload.parameters.size());
    for (std::size_t p = 0; p < workload.parameters.size(); ++p) {
      const json& parameter = listed["parameters"][p];
      EXPECT_EQ(parameter.at("id"), workload.parameters[p].id);
      for (const char* key : {"label", "unit", "kind", "minimum", "maximum", "default", "help", "logarithmic"}) {
        EXPECT_TRUE(parameter.contains(key)) << key;
      }
    }
    ASSERT_EQ(listed.at("scenes").size(), workload.scenes.size());
    ASSERT_EQ(listed.at("stages").size(), workload.stages.size());
    for (std::size_t s = 0; s < workload.stages.size(); ++s) {
      const json& stage = listed["stages"][s];
      EXPECT_EQ(stage.at("reference"), workload.stages[s].reference());
      ASSERT_EQ(stage.at("variants").size(), workload.stages[s].variants.size());
      for (const json& variant : stage["variants"]) {
        EXPECT_EQ(variant.at("available").get<bool>(), variant.at("unavailable_reason").is_null());
        for (const char* key : {"precisions", "memory_kinds", "block_rule", "default_block", "mappings", "threads"}) {
          EXPECT_TRUE(variant.at("knobs").contains(key)) << key;
        }
      }
    }
  }
}

TEST_F(Commands, RenderWritesNpy) {
  const Result result = expect_success("render mandelbrot --size 31x17 --precision fp32 --out a.npy");
  EXPECT_NE(result.out.find("a.npy"), std::string::npos);
  EXPECT_NE(result.out.find("iterations/s"), std::string::npos);
  const std::string npy = read_text(file("a.npy"));
  EXPECT_EQ(npy.substr(1, 5), "NUMPY");
  EXPECT_NE(npy.find("(17, 31)"), std::string::npos);
  EXPECT_EQ(npy.size() % 64, (31 * 17 * 4) % 64U);
}

TEST_F(Commands, SettingsTravelInThePng) {
  expect_success(
      "render mandelbrot --scene seahorses --set max_iterations=300 --set smooth=on --size 40x30 --precision fp32 "
      "--variant omp_guided --threads 2 --palette sand --scale sqrt --out a.png");
  expect_success("render --settings a.png --out b.png");
  EXPECT_EQ(read_text(file("a.png")), read_text(file("b.png")));
  expect_success("diff a.png b.png");
  // Options stand above what was saved.
  expect_success("render --settings a.png --size 20x10 --out c.npy");
  EXPECT_NE(read_text(file("c.npy")).find("(10, 20)"), std::string::npos);
}

TEST_F(Commands, AGivenSpanStandsAboveTheScenes) {
  const auto span_of = [&](const std::string& arguments) {
    expect_success("render mandelbrot --size 64x32 --out a.png " + arguments);
    return load_settings(file("a.png"), catalog()).problem.parameters.at("span");
  };
  EXPECT_EQ(span_of("--scene full"), 5);
  EXPECT_EQ(span_of("--scene full --set span=3"), 3);
  EXPECT_EQ(span_of(""), 2.5);
}

TEST_F(Commands, ThreadsAreNamedWhereTheyAreUsed) {
  const Result one = run("render mandelbrot --size 8x8 --threads 2 --variant sequential --out a.npy");
  EXPECT_NE(one.out.find("(sequential)"), std::string::npos) << one.out;
  const Result two = run("render mandelbrot --size 8x8 --threads 2 --variant omp_static --out a.npy");
  EXPECT_NE(two.out.find("(omp_static, 2 threads)"), std::string::npos) << two.out;
}

TEST_F(Commands, OneThreadIsNoneOfSeveral) {
  const std::string one = "mandelbrot --size 16x16 --threads 1 --variant omp_static --processor cpu --precision fp32 ";
  std::string said;
  for (const std::string& line :
       {"render " + one + "--out a.png", "render " + one + "--verify", "trace " + one + "--out t.json",
        "bench " + one + "--scene inside --repeat 3 --json b.json --markdown b.md --svg b.svg",
        std::string("compare b.json b.json"), std::string("report b.json --out b.html")})
    said += run(line).out;
  for (const char* name : {"t.json", "b.json", "b.md", "b.svg", "b.html"}) {
    EXPECT_TRUE(std::filesystem::exists(file(name))) << name;
    said += read_text(file(name));
  }
  EXPECT_NE(said.find("(omp_static, 1 thread)"), std::string::npos) << said;
  EXPECT_FALSE(std::regex_search(said, std::regex("(^|[^0-9])1 threads"))) << said;
}

TEST_F(Commands, AdviceIsANote) {
  const Result result = run("render mandelbrot --size 64x64 --precision fp32 --set span=1e-9 --out a.npy");
  EXPECT_EQ(result.code, 0);
  EXPECT_TRUE(result.error.starts_with("note: ")) << result.error;
}

TEST_F(Commands, HelpIsACommandToo) {
  EXPECT_EQ(run("help").out, run("--help").out);
  EXPECT_EQ(run("help render").out, run("render --help").out);
  EXPECT_EQ(run("help rendr").code, 2);
}

TEST_F(Commands, RenderReplacesItsTarget) {
  write_text(file("a.png"), "old");
  expect_success("render mandelbrot --size 8x8 --out a.png");
  EXPECT_EQ(read_text(file("a.png")).substr(1, 3), "PNG");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder()), {}), 1);
}

TEST_F(Commands, EveryRowIsInTheTrace) {
  expect_success("render mandelbrot --size 33x21 --variant omp_dynamic --threads 2 --out a.npy --trace trace.json");
  const json trace = json_of(read_text(file("trace.json")));
  std::vector<int> rows(21);
  std::set<int> tracks;
  for (const json& event : trace.at("traceEvents")) {
    if (event.at("ph") == "M") {
      if (event.at("name") == "thread_name") tracks.insert(event.at("tid").get<int>());
      continue;
    }
    EXPECT_EQ(event.at("ph"), "X");
    EXPECT_GE(event.at("ts").get<double>(), 0);
    EXPECT_GE(event.at("dur").get<double>(), 0);
    EXPECT_LT(event.at("args").at("unit").get<int>(), 2);
    EXPECT_TRUE(tracks.contains(event.at("tid").get<int>()));
    EXPECT_EQ(event.at("args").at("length"), 33);
    ++rows.at(event.at("args").at("first").get<std::size_t>() / 33);
  }
  EXPECT_EQ(rows, std::vector<int>(21, 1));
  const json& participant = trace.at("lanes").at(0);
  EXPECT_EQ(participant.at("lane"), "CPU");
  EXPECT_EQ(participant.at("dropped"), 0);
  EXPECT_EQ(participant.at("passes").at(0).at("regions"), json_of("[[0, 33, 0, 21]]"));
}

TEST_F(Commands, NamingAGpuVariantChoosesTheGpu) {
  const Result result = run("render mandelbrot --size 8x8 --variant cuda_2d --out a.npy");
  if (has_gpu()) {
    EXPECT_EQ(result.code, 0) << result.error;
    EXPECT_NE(result.out.find("on gpu"), std::string::npos);
  } else {
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.error.find("needs a GPU"), std::string::npos) << result.error;
    EXPECT_FALSE(std::filesystem::exists(file("a.npy")));
  }
}

TEST_F(Commands, DiffOfEqualResults) {
  expect_success("render mandelbrot --size 40x30 --variant sequential --out a.npy");
  expect_success("render mandelbrot --size 40x30 --variant simd --out b.npy");
  const Result result = expect_success("diff a.npy b.npy");
  EXPECT_NE(result.out.find("0 of 1200 values differ"), std::string::npos);
  EXPECT_NE(result.out.find("infinite"), std::string::npos);
}

TEST_F(Commands, DiffOfDifferentResults) {
  expect_success("render mandelbrot --size 40x30 --out a.npy");
  expect_success("render mandelbrot --size 40x30 --set max_iterations=20 --out b.npy");
  expect_success("render mandelbrot --size 40x30 --set max_iterations=20 --out b.png");
  for (const char* style : {"mask", "heat"}) {
    const Result result = run("diff a.npy b.npy --out d.png --style " + std::string(style));
    EXPECT_EQ(result.code, 1);
    EXPECT_EQ(result.error, "");
    EXPECT_NE(result.out.find("values differ"), std::string::npos);
    EXPECT_EQ(read_text(file("d.png")).substr(1, 3), "PNG");
  }
  EXPECT_EQ(run("diff a.npy b.npy --tolerance 1000000").code, 0);
  // Beside values, a PNG stands for its settings, computed.
  EXPECT_EQ(run("diff b.npy b.png").code, 0);
  EXPECT_EQ(run("diff a.npy b.png").code, 1);
}

TEST_F(Commands, DiffOfPictures) {
  expect_success("render mandelbrot --size 40x30 --palette gray --out a.png");
  expect_success("render mandelbrot --size 40x30 --palette sand --out b.png");
  const Result result = run("diff a.png b.png");
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.out.find("of 1200 pixels differ"), std::string::npos);
}

TEST_F(Commands, VerifyASmallPart) {
  const Result result =
      expect_success("verify mandelbrot --variant simd --variant omp_tasks --size 37x11 --processor cpu --json v.json");
  EXPECT_NE(result.out.find("| simd"), std::string::npos);
  EXPECT_NE(result.out.find("no mismatch"), std::string::npos);
  const json report = json_of(read_text(file("v.json")));
  EXPECT_GT(report.at("passed").get<int>(), 0);
  EXPECT_EQ(report.at("failed"), 0);
  EXPECT_EQ(report.at("groups").size(), 2U);
}

TEST_F(Commands, VerifyCountsWhatThisMachineCannotRunAsSkipped) {
  if (has_gpu()) GTEST_SKIP() << "a GPU is here";
  const json report = json_of(expect_success("verify mandelbrot --size 5x3 --processor gpu --json -").out);
  EXPECT_EQ(report.at("passed"), 0);
  EXPECT_GT(report.at("skipped").get<int>(), 0);
  EXPECT_EQ(report.at("skip_reasons").size(), 1U);
}

TEST_F(Commands, BenchTables) {
  const Result result = expect_success(
      "bench mandelbrot --size 64x64 --repeat 3 --scene inside --variant sequential --variant simd --csv b.csv "
      "--json b.json --markdown b.md");
  EXPECT_NE(result.out.find("of fma ceiling"), std::string::npos);
  EXPECT_EQ(result.out, read_text(file("b.md")));
  const json bench = json_of(read_text(file("b.json")));
  for (const char* key : {"version", "date_utc", "cpu", "cpu_threads", "gpu", "cuda_driver"}) {
    EXPECT_TRUE(bench.at("machine").contains(key)) << key;
  }
  const json& ceilings = bench.at("ceilings").at("cpu");
  for (const char* key : {"copy_bytes_per_s", "fill_bytes_per_s", "fma_fp32_per_s", "fma_fp64_per_s", "set_bytes",
                          "copy_bytes_per_s_one_thread", "fill_bytes_per_s_one_thread", "fma_fp32_per_s_one_thread",
                          "fma_fp64_per_s_one_thread"}) {
    EXPECT_GT(ceilings.at(key).get<double>(), 0) << key;
  }
  // Two precisions of: sequential, simd on one thread, and simd on all where there are more.
  ASSERT_GE(bench.at("rows").size(), 4U);
  for (const json& row : bench["rows"]) {
    EXPECT_EQ(row.at("scene"), "inside");
    EXPECT_EQ(row.at("repeats"), 3);
    EXPECT_LE(row.at("min_ms").get<double>(), row.at("median_ms").get<double>());
    EXPECT_GT(row.at("speedup").get<double>(), 0);
    EXPECT_GT(row.at("fma_ceiling_share").get<double>(), 0);
    EXPECT_EQ(row.at("cpu_ceiling").at("threads"), row.at("threads"));
    const std::string fma = "fma_" + row.at("precision").get<std::string>() + "_per_s";
    const bool all = row.at("threads") == ceilings.at("threads");
    EXPECT_EQ(row.at("cpu_ceiling").at("fma_per_s"), ceilings.at(all ? fma : fma + "_one_thread"));
    EXPECT_EQ(row.at("operations").get<double>(), 64.0 * 64 * 499);
  }
  const std::string csv = read_text(file("b.csv"));
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), bench["rows"].size() + 1);
  EXPECT_NE(csv.find("median_ms"), std::string::npos);
}

TEST_F(Commands, BenchOnStandardOutputIsOnlyJson) {
  const Result result =
      expect_success("bench mandelbrot --size 16x16 --repeat 1 --variant omp_static --precision fp32 --json -");
  EXPECT_FALSE(json_of(result.out).at("rows").empty());
}

}  // namespace
}  // namespace heteroscope::testing
