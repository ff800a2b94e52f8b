#include <gtest/gtest.h>

#include <any>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/build_facts.hpp"
#include "core/device/device.hpp"
#include "core/own/block_trace.hpp"
#include "core/own/compile/compiler_log.hpp"
#include "core/own/compile/gpu_compiler.hpp"
#include "core/own/own_variant.hpp"
#include "core/trace/coverage.hpp"
#include "core/trace/writer.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/own_fixture.hpp"

namespace heteroscope {
namespace {

using testing::complaint;
using testing::dots_headers;
using testing::dots_source;
using testing::dots_start;
using testing::gpu_dots;

const Nvrtc& nvrtc() {
  static const Nvrtc library(std::vector<std::string>{HETEROSCOPE_NVRTC});
  return library;
}

/// NVRTC compiles without a GPU.
class OwnGpuCompiler : public ::testing::Test {
 protected:
  void SetUp() override {
    // where there is a toolkit, nothing that it has to compile may go unseen
    if (!build_facts().toolkit.empty() || std::string_view(HETEROSCOPE_NVRTC).starts_with('/')) {
      ASSERT_EQ(nvrtc().why_not(), "") << HETEROSCOPE_NVRTC;
    }
    if (!nvrtc().why_not().empty()) GTEST_SKIP() << nvrtc().why_not();
  }
  static CompiledCode code_of(const OwnSource& source, std::vector<int> tunables = {},
                              EmbeddedFiles headers = dots_headers(), int capability = 80) {
    const CompileTask task{.source = &source, .tunables = std::move(tunables), .headers = headers};
    return compiled(task, GpuCompiler(nvrtc(), capability), CodeCache(""));
  }
  static std::string said_of(const std::string& text) {
    return complaint([&] { code_of(dots_source(text)); });
  }
};

TEST_F(OwnGpuCompiler, MakesKernelsOfBothPrecisions) {
  const CompiledCode code = code_of(dots_source(gpu_dots));
  ASSERT_EQ(code.symbols.size(), 2U);
  EXPECT_NE(code.symbols[0], code.symbols[1]);
  for (const std::string& symbol : code.symbols) {
    EXPECT_NE(code.code.find(symbol), std::string::npos) << symbol;
    EXPECT_NE(code.ptx.find(".entry " + symbol), std::string::npos) << symbol;
  }
  EXPECT_TRUE(
      code.code.starts_with("\x7f"
                            "ELF"));
  EXPECT_TRUE(code.warnings.empty());
}

TEST_F(OwnGpuCompiler, KernelsInNamespacesAndTunables) {
  const std::string text = std::string(dots_start) + R"(
HETEROSCOPE_TUNE(step, 2, {2, 4242})
namespace mine { namespace {
__global__ void draw(const Dots<float> dots) { dots.out(0, 0) = step; }
} }
)";
  const CompiledCode initial = code_of(dots_source(text));
  const CompiledCode other = code_of(dots_source(text), {4242});
  ASSERT_EQ(initial.symbols.size(), 1U);
  EXPECT_FALSE(initial.symbols[0].empty());
  EXPECT_EQ(initial.ptx.find("1166315520"), std::string::npos);  // 4242 as a float
  EXPECT_NE(other.ptx.find("1166315520"), std::string::npos) << other.ptx;
}

TEST_F(OwnGpuCompiler, ErrorsHaveTheirPlaces) {
  std::string text = gpu_dots;
  text.replace(text.find("dots.value(x, y)"), 16, "undefined_name  ");
  EXPECT_EQ(said_of(text),
            "my.cu:9:61: error: identifier \"undefined_name\" is undefined\n"
            "    if (x < dots.width && y < dots.rows.end) dots.out(x, y) = undefined_name  ;\n"
            "                                                              ^\n");
  const std::string missing = said_of("#include \"no_such.hpp\"\n" + gpu_dots);
  EXPECT_TRUE(missing.starts_with("my.cu:1:")) << missing;
  EXPECT_NE(missing.find("no_such.hpp"), std::string::npos) << missing;
}

/// The assembler names lines of PTX.
TEST_F(OwnGpuCompiler, ErrorsOfInlinePtxHaveTheirPlaces) {
  std::string text = gpu_dots;
  const std::string right = "dots.out(x, y) = dots.value(x, y);";
  text.replace(text.find(right), right.size(), "asm(\"foo;\");");
  EXPECT_EQ(said_of(text),
            "my.cu:9: error: inline PTX: Not a name of any known instruction: 'foo'\n"
            "    if (x < dots.width && y < dots.rows.end) asm(\"foo;\");\n");
}

TEST_F(OwnGpuCompiler, CodeOfTheHostIsSaidToNeedAnotherCompiler) {
  const std::string said = said_of(gpu_dots + "int main() { return 0; }\n");
  EXPECT_TRUE(said.starts_with("my.cu:11:5: error: this is a host function")) << said;
  EXPECT_NE(said.find("needs nvcc"), std::string::npos) << said;
  const std::string header = said_of("#include <cuda_runtime.h>\n" + gpu_dots);
  EXPECT_NE(header.find("NVRTC has no headers of the host"), std::string::npos) << header;
}

/// A header of the folder in which the program runs is none of the program's.
TEST_F(OwnGpuCompiler, OnlyTheProgramsHeadersAreThere) {
  const std::string said = said_of("#include \"CMakeCache.txt\"\n" + gpu_dots);
  EXPECT_TRUE(said.starts_with("my.cu:1:")) << said;
}

TEST_F(OwnGpuCompiler, AKernelOfOtherArgumentsIsRefused) {
  for (const char* const parameters : {"const Dots<T> dots, int more", "T* data", "const Dots<T>* dots"}) {
    const std::string said =
        said_of(std::string(dots_start) + "template <class T> __global__ void draw(" + parameters + ") {}\n");
    EXPECT_TRUE(said.starts_with(
        "my.cu:4:36: error: draw<float> must take one argument, heteroscope::dots::Dots<float>, by value"))
        << said;
  }
}

TEST_F(OwnGpuCompiler, TooMuchSharedMemoryIsSaid) {
  const std::string said = said_of(std::string(dots_start) + R"(
__global__ void draw(Dots<float> dots) {
  __shared__ float tile[20000];
  tile[threadIdx.x] = dots.scale;
  __syncthreads();
  dots.out(0, 0) = tile[dots.width];
})");
  EXPECT_TRUE(said.starts_with("my.cu: error: Entry function 'draw")) << said;
  EXPECT_NE(said.find("too much shared data"), std::string::npos) << said;
}

TEST_F(OwnGpuCompiler, EveryStartingFileCompilesInBothPrecisions) {
  int files = 0;
  for (const Workload* const workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      if (!stage.own) continue;
      ++files;
      const OwnSource source = own_source_of("start.cu", std::string(stage.own->gpu_start), catalog());
      EXPECT_EQ(source.workload, workload);
      EXPECT_EQ(source.workload->stages[source.stage].id, stage.id);
      EXPECT_EQ(source.precisions.size(), 2U);
      for (const int capability : {75, 90}) {
        const std::string said =
            complaint([&] { EXPECT_EQ(text_of(code_of(source, {}, own_headers(), capability).warnings), ""); });
        EXPECT_EQ(said, "(nothing thrown)") << workload->id << ' ' << stage.id << ", " << capability;
      }
    }
  }
  EXPECT_EQ(files, 10);
}

/// What is wrong with a kernel is said in the same words when it is traced.
TEST_F(OwnGpuCompiler, ATracedKernelIsLaunchedInThePlaceOfThePersons) {
  const auto traced = [](const std::string& text) {
    const OwnSource source = dots_source(text);
    const CompileTask task{.source = &source, .headers = dots_headers(), .traced = true};
    return compiled(task, GpuCompiler(nvrtc(), 80), CodeCache(""));
  };
  const CompiledCode code = traced(gpu_dots);
  EXPECT_EQ(text_of(code.warnings), "");
  EXPECT_EQ(code.symbols, (std::vector<std::string>{"heteroscope_traced_0_4", "heteroscope_traced_0_8"}));
  EXPECT_NE(code.ptx.find(".entry heteroscope_traced_0_8"), std::string::npos) << code.ptx;
  EXPECT_EQ(code.ptx.find(".entry _Z"), std::string::npos) << "the person's kernel is a function of it";
  std::string text = gpu_dots;
  text.replace(text.find("dots.value(x, y)"), 16, "undefined_name  ");
  EXPECT_EQ(complaint([&] { traced(text); }), said_of(text));
}

/// A traced kernel has the blocks' records beside its arguments.
TEST_F(OwnGpuCompiler, EveryStartingFileCompilesToBeTraced) {
  int traced = 0;
  for (const Workload* const workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      if (!stage.own) continue;
      const OwnSource source = own_source_of("start.cu", std::string(stage.own->gpu_start), catalog());
      if (!traces_blocks(source)) continue;
      ++traced;
      const CompileTask task{.source = &source, .headers = own_headers(), .traced = true};
      const CompiledCode code = compiled(task, GpuCompiler(nvrtc(), 80), CodeCache(""));
      EXPECT_EQ(text_of(code.warnings), "") << workload->id;
      EXPECT_EQ(code.symbols, (std::vector<std::string>{"heteroscope_traced_0_4", "heteroscope_traced_0_8"}));
      EXPECT_NE(code.ptx.find("globaltimer"), std::string::npos) << workload->id;
    }
  }
  EXPECT_EQ(traced, 6) << "mandelbrot, threshold, blur, heat, triangle, transpose";
}

/// Right and wrong ones: what is wrong with them is seen when they compute.
TEST_F(OwnGpuCompiler, EverySubmissionCompiles) {
  int compiled = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(HETEROSCOPE_SOURCES "/tests/own")) {
    if (each.path().extension() != ".cu") continue;
    SCOPED_TRACE(each.path().filename());
    const OwnSource source = read_own_source(each.path(), catalog());
    EXPECT_EQ(complaint([&] { code_of(source, {}, own_headers()); }), "(nothing thrown)");
    ++compiled;
  }
  EXPECT_GE(compiled, 40);
}

TEST_F(OwnGpuCompiler, ACardThatIsTooNewIsNamed) {
  EXPECT_TRUE(complaint([] {
                GpuCompiler(nvrtc(), 999);
              }).starts_with(nvrtc().version() + " cannot generate code for compute capability 99.9, but up to "));
  EXPECT_EQ(complaint([] { GpuCompiler(nvrtc(), 35); }),
            nvrtc().version() + " cannot generate code for compute capability 3.5: an older CUDA toolkit is needed");
}

TEST(OwnGpu, WithoutNvrtcOneLineSaysSo) {
  const Nvrtc none(std::vector<std::string>{"/no/such/libnvrtc.so"});
  const OwnVariant own(dots_source(gpu_dots), {.headers = dots_headers(), .cache = CodeCache(""), .nvrtc = &none});
  EXPECT_EQ(complaint([&] { own.prepare(); }),
            "kernels are compiled by NVRTC (libnvrtc.so), a part of the CUDA toolkit, which is not installed here");
}

TEST(OwnGpu, SaysWhatItHonors) {
  const OwnVariant own(dots_source(gpu_dots + "HETEROSCOPE_BLOCK(64, 2)"),
                       {.headers = dots_headers(), .cache = CodeCache(""), .nvrtc = &nvrtc()});
  const Knobs& knobs = own.variant().knobs;
  EXPECT_EQ(own.variant().processor, Processor::gpu);
  EXPECT_EQ(knobs.blocks, BlockRule::any);
  EXPECT_EQ(knobs.default_block, (BlockShape{64, 2}));
  EXPECT_FALSE(knobs.threads);
  EXPECT_EQ(knobs.memory_kinds.size(), 3U);
}

/// What is only on a card.
class OwnGpuRun : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!device::facts().available) GTEST_SKIP() << "no CUDA device";
    if (!Nvrtc::get().why_not().empty()) GTEST_SKIP() << Nvrtc::get().why_not();
  }

  static constexpr Size size{131, 57};
  /// What the variant draws.
  template <class T>
  static std::vector<T> drawn(const OwnVariant& own, BlockShape block, TraceWriter* trace = nullptr) {
    const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(size.area());
    std::vector<T> out(static_cast<std::size_t>(size.area()), T(-1));
    void* const memory = device::allocate(MemoryKind::device, bytes);
    {
      const device::Stream stream;
      const std::any parameters = testing::DotParameters{0.1};
      MapJob job;
      job.parameters = &parameters;
      job.rows = {0, size.height};
      job.block = block;
      job.stream = stream.get();
      job.trace = trace;
      job.output = {memory, size, sizeof(T) == 8 ? Precision::fp64 : Precision::fp32};
      own.variant().run(job);
      device::copy(out.data(), memory, bytes, device::Direction::to_host, stream);
      stream.synchronize();
    }
    device::release(MemoryKind::device, memory);
    return out;
  }
  template <class T>
  static std::vector<T> expected() {
    std::vector<T> out;
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) out.push_back(std::fma(T(0.1), static_cast<T>(x), static_cast<T>(y)));
    }
    return out;
  }
  static OwnTools tools() { return {.headers = dots_headers(), .cache = CodeCache(""), .nvrtc = &Nvrtc::get()}; }
};

TEST_F(OwnGpuRun, HasTheBitsOfThePlainLoop) {
  const OwnVariant own(dots_source(gpu_dots), tools());
  own.prepare();
  EXPECT_EQ(drawn<float>(own, {32, 8}), expected<float>());
  EXPECT_EQ(drawn<double>(own, {64, 1}), expected<double>());
  const std::vector<device::KernelNeeds> needs = own.needs(Precision::fp64);
  ASSERT_EQ(needs.size(), 1U);
  EXPECT_GT(needs[0].registers, 0);
  EXPECT_EQ(needs[0].most_threads, 1024);
}

TEST_F(OwnGpuRun, BlocksLeaveTheirSpans) {
  constexpr std::uint32_t most = 1024;
  void* const records = device::allocate(MemoryKind::device, most * sizeof(SpanRecord));
  std::vector<SpanRecord> found(most);
  const device::Stream stream;
  device::fill_zero(records, most * sizeof(SpanRecord), stream);
  TraceWriter writer(static_cast<SpanRecord*>(records), most);
  writer.begin_call(0, -1, 0);
  const OwnVariant own(dots_source(gpu_dots), tools());
  EXPECT_EQ(drawn<float>(own, {32, 8}, &writer), expected<float>());
  device::copy(found.data(), records, most * sizeof(SpanRecord), device::Direction::to_host, stream);
  stream.synchronize();
  device::release(MemoryKind::device, records);
  const Trace trace = writer.collect(found);
  EXPECT_EQ(trace.spans.size(), 5U * 8U);
  EXPECT_EQ(wrong_coverage(trace), "");
}

TEST_F(OwnGpuRun, HasSharedMemoryBeyondTheUsual) {
  if (device::facts().shared_bytes_per_block < 64 << 10) GTEST_SKIP() << "this GPU has no more than usual";
  std::string text = gpu_dots + "HETEROSCOPE_SHARED(60000)\n";
  text.replace(text.find("  if (x <"), 0,
               "  extern __shared__ char held[];\n  held[59999 - threadIdx.x] = 1;\n  __syncthreads();\n");
  EXPECT_EQ(drawn<float>(OwnVariant(dots_source(text), tools()), {32, 8}), expected<float>());
}

TEST_F(OwnGpuRun, ABlockWithTooManyThreadsIsSaid) {
  std::string text = gpu_dots;
  text.replace(text.find("__global__ void"), 15, "__global__ void __launch_bounds__(64)");
  const OwnVariant own(dots_source(text), tools());
  try {
    drawn<float>(own, {32, 32});
    ADD_FAILURE() << "it was launched";
  } catch (const DeviceError& wrong) {
    EXPECT_NE(std::string(wrong.what()).find("a block of 32 x 32 has too many threads"), std::string::npos)
        << wrong.what();
  }
  EXPECT_EQ(drawn<float>(own, {32, 2}), expected<float>());
}

TEST(CompilerLog, ReadsWhatLinkersMiss) {
  const std::vector<CompileMessage> missing = messages_in(
      "/usr/bin/ld: /tmp/unit.o: in function `heteroscope_own_0_fp32':\n"
      "unit.cpp:(.text+0x5): undefined reference to `missing(int)'\n"
      "collect2: error: ld returned 1 exit status\n");
  ASSERT_EQ(missing.size(), 1U);
  EXPECT_EQ(missing.front().text, "undefined reference to `missing(int)'");
  EXPECT_TRUE(missing.front().is_error);
  EXPECT_EQ(messages_in("a.cpp:2:3: error: x\n    2 | // undefined reference to y\n").size(), 1U)
      << "a line of the file";
}

/// It is told of an instruction in an asm statement by the line of that.
TEST(CompilerLog, ReadsWhatTheAssemblerSays) {
  const std::vector<CompileMessage> messages = messages_in(
      "/home/me/mine.cpp: Assembler messages:\n"
      "/home/me/mine.cpp:12: Error: no such instruction: `foo %edi'\n"
      "/home/me/mine.cpp:13: Warning: odd\n");
  const std::vector<CompileMessage> expected{
      {.file = "/home/me/mine.cpp", .place = {12, 0}, .text = "no such instruction: `foo %edi'"},
      {.file = "/home/me/mine.cpp", .place = {13, 0}, .is_error = false, .text = "odd"}};
  EXPECT_EQ(messages, expected) << text_of(messages);
}

TEST(CompilerLog, ReadsWhatCompilersSay) {
  const std::vector<CompileMessage> messages = messages_in(
      "In file included from a.cpp:1:\n"
      "a.cpp: In function 'f':\n"
      "a.cpp:3:5: error: one: two\n"
      "    3 | x: error: y\n"
      "a.cpp:4:1: note: left out\n"
      "dir/a b.cpp:12:7: warning: careful [-Wall]\n"
      "a.cpp:3:5: error: one: two\n"
      "/usr/bin/ld: cannot find -lgomp: No such file or directory\n"
      "c++: fatal error: no input files\n"
      "k.cu(7): error: identifier \"y\" is undefined\n"
      "    \t  int x = y;\n"
      "    \t          ^\n"
      "\n"
      "k.cu(9): warning #177-D: variable \"u\" was declared but never referenced\n"
      "ptxas error   : Entry function 'f' uses too much shared data\n"
      "2 errors detected in the compilation of \"k.cu\".\n");
  const std::vector<CompileMessage> expected{
      {.file = "a.cpp", .place = {3, 5}, .text = "one: two"},
      {.file = "dir/a b.cpp", .place = {12, 7}, .is_error = false, .text = "careful [-Wall]"},
      {.text = "cannot find -lgomp: No such file or directory"},
      {.text = "no input files"},
      {.file = "k.cu", .place = {7, 14}, .text = "identifier \"y\" is undefined"},
      {.file = "k.cu", .place = {9, 0}, .is_error = false, .text = "variable \"u\" was declared but never referenced"},
      {.text = "Entry function 'f' uses too much shared data"}};
  EXPECT_EQ(messages, expected) << text_of(messages);
}

}  // namespace
}  // namespace heteroscope
