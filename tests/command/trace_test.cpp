#include <filesystem>
#include <set>
#include <string>

#include "tests/command/program.hpp"
#include "tests/json.hpp"

namespace heteroscope::testing {
namespace {

using json = nlohmann::json;

using TraceCommand = Program;

/// As its header has it.
Size png_size(const std::filesystem::path& path) {
  const std::string bytes = read_text(path);
  const auto number = [&](std::size_t at) {
    int out = 0;
    for (std::size_t i = at; i < at + 4; ++i) out = out * 256 + static_cast<unsigned char>(bytes.at(i));
    return out;
  };
  return {number(16), number(20)};
}

TEST_F(TraceCommand, WritesWhatRenderWrites) {
  const std::string what = "mandelbrot --size 40x30 --variant omp_static --threads 2";
  const Result result = expect_success("trace " + what + " --out t.json");
  EXPECT_NE(result.out.find("CPU: 30 spans of 1 pass on 2 threads, busy "), std::string::npos) << result.out;
  EXPECT_TRUE(
      std::regex_search(result.out, std::regex("\n  time that tracing adds: ([+-][0-9.]+ %|not measurable here)\n")))
      << result.out;
  expect_success("render " + what + " --out a.png --trace r.json");
  const json of_trace = json_of(read_text(file("t.json")));
  const json of_render = json_of(read_text(file("r.json")));
  EXPECT_EQ(of_trace.at("otherData"), of_render.at("otherData"));
  EXPECT_EQ(of_trace.at("lanes").at(0).at("passes"), of_render.at("lanes").at(0).at("passes"));
  EXPECT_EQ(of_trace.at("traceEvents").size(), of_render.at("traceEvents").size());
}

TEST_F(TraceCommand, EveryWorkloadHasATrace) {
  for (const char* what :
       {"mandelbrot --size 64x48", "transpose --size 64x48", "blur --size 64x48", "binarize --size 64x48",
        "histogram --size 64x48", "heat --set n=65 --steps 20", "laplace --set n=65 --steps 20",
        "laplace --set n=65 --set method=multigrid --steps 2", "triangle --set n=65", "nbody --steps 2 --size 64x48"}) {
    expect_success(std::string("trace ") + what + " --out t.json");
    const json trace = json_of(read_text(file("t.json")));
    EXPECT_GT(trace.at("traceEvents").size(), 3U) << what;
    for (const json& participant : trace.at("lanes")) {
      EXPECT_EQ(participant.at("dropped"), 0) << what;
      EXPECT_FALSE(participant.at("passes").empty()) << what;
    }
  }
}

TEST_F(TraceCommand, PicturesCarryTheSettings) {
  expect_success(
      "trace blur --size 64x48 --picture block=b.png --picture launch=l.png --picture processor=p.png "
      "--picture start=s.png --picture end=e.png");
  for (const char* name : {"b.png", "l.png", "p.png", "s.png", "e.png"}) {
    expect_success("render --settings " + std::string(name) + " --out again.npy");
  }
  // of a reducing stage the input's cells
  expect_success("trace histogram --size 64x48 --picture processor=h.png");
}

TEST_F(TraceCommand, SharesAreOneTrace) {
  // steps that are taken twice over, and a state with two stages
  expect_success("trace nbody --size 64x48 --steps 3 --out t.json --picture processor=drawn.png");
  const json trace = json_of(read_text(file("t.json")));
  std::set<std::int64_t> steps;
  for (const json& pass : trace.at("lanes").at(0).at("passes")) {
    if (pass.contains("step")) steps.insert(pass.at("step").get<std::int64_t>());
  }
  EXPECT_EQ(steps, (std::set<std::int64_t>{0, 1, 2}));
}

TEST_F(TraceCommand, APassIsDrawnInItsOwnCells) {
  expect_success("trace laplace --set n=65 --steps 2 --pass rows --picture start=l.png");
  expect_success("trace nbody --size 64x48 --steps 1 --pass draw:rows --picture processor=n.png");
  // the last one takes the residual of nodes 1 to 63
  EXPECT_EQ(png_size(file("l.png")), (Size{64, 64}));
  EXPECT_EQ(png_size(file("n.png")), (Size{64, 48}));
  expect_success("trace laplace --set n=65 --set method=multigrid --steps 1 --pass rows:9x9 --picture start=l.png");
  EXPECT_EQ(png_size(file("l.png")), (Size{9, 9}));
  expect_refused("trace laplace --set n=65 --steps 2 --pass columns --picture start=m.png",
                 "--pass \"columns\": the passes are ");
  expect_refused("trace laplace --set n=65 --steps 2 --picture start=m.png", "--pass draws one of ");
  expect_refused("trace blur --size 64x48 --pass rows --out t.json",
                 "--pass belongs to --picture, for example --picture block=blocks.png");
}

TEST_F(TraceCommand, TellsHowEvenWarpsAre) {
  // every point of the set takes the limit, in any block
  const Result even =
      expect_success("trace mandelbrot --scene inside --size 64x32 --block 16x2 --picture evenness=even.png");
  EXPECT_NE(even.out.find("warps of 16x2 blocks, one thread per cell: 100.0 % of the lanes' time is used"),
            std::string::npos)
      << even.out;
  // 33 of 64 participants of a row of 32 cells below the diagonal
  const Result half = expect_success("trace triangle --set n=32 --block 32x1 --picture evenness=half.png");
  EXPECT_NE(half.out.find(": 51.6 % of"), std::string::npos) << half.out;
  expect_refused("trace blur --size 64x48 --picture evenness=a.png", "all cells of blur cost the same");
  expect_refused("trace mandelbrot --block 16x2 --picture block=a.png", "--block");
}

TEST_F(TraceCommand, StandardOutputTakesTheTraceAlone) {
  const Result result =
      expect_success("trace mandelbrot --size 40x30 --variant omp_static --out - --picture end=e.png");
  EXPECT_EQ(json_of(result.out).at("lanes").at(0).at("lane"), "CPU");
  EXPECT_FALSE(std::filesystem::exists(file("-")));
  EXPECT_EQ(png_size(file("e.png")), (Size{40, 30}));
  expect_refused("render mandelbrot --size 40x30 --out a.png --trace -",
                 "--trace -: `heteroscope trace --out -` writes the trace to standard output");
}

TEST_F(TraceCommand, BadInputIsSaidInALine) {
  expect_refused("trace mandelbrot", "trace: --out or --picture is required, for example --out trace.json");
  expect_refused("trace mandelbrot --picture block", "--picture block: KIND=FILE.png is needed");
  expect_refused("trace mandelbrot --picture blocks=a.png", "'blocks'");
  expect_refused("trace mandelbrot --picture block=a.jpg", "must end in .png");
  expect_refused("trace mandelbrot --picture block=", "must end in .png");
  expect_refused("trace mandelbrot --out missing/t.json", "no folder missing");
  expect_refused("trace mandelbrot --out ''", "'' is not a file name; name a file to write");
  expect_refused("trace mandelbrot --out a.png --picture end=a.png", "named for two outputs");
  expect_refused("trace mandelbrot --picture start=a.png --picture end=./a.png", "named for two outputs");
  expect_refused("trace heat --steps 0 --out t.json", "nothing was computed");
  expect_refused("trace laplace --set n=65 --steps 3 --picture block=a.png", "are not cells of a 65x65 picture");
  expect_refused("trace heat --set fourier=0.3 --steps 3 --out t.json", "--allow-unstable");
  expect_refused("trace mandelbrot --variant spam --out t.json", "spam");
}

}  // namespace
}  // namespace heteroscope::testing
