#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <any>
#include <chrono>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/io/private_folder.hpp"
#include "core/own/compile/compilers_end.hpp"
#include "core/own/compile/cpu_compiler.hpp"
#include "core/own/compile/disassembly.hpp"
#include "core/own/compile/tool.hpp"
#include "core/own/own_variant.hpp"
#include "core/process/find_program.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/own_fixture.hpp"
#include "tests/unit/set_variable.hpp"

namespace heteroscope {
namespace {

using testing::complaint;
using testing::dots_catalog;
using testing::dots_headers;
using testing::dots_start;
using testing::plain_dots;

class OwnCpu : public ::testing::Test {
 protected:
  void SetUp() override {
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "no C++ compiler is installed here";
  }
  /// Compiled with a cache of the test's own.
  [[nodiscard]] OwnTools tools() const {
    return {.headers = dots_headers(), .cache = CodeCache(folder_.path() / "cache")};
  }
  static OwnSource source_of(const std::string& text) { return testing::dots_source(text, "my.cpp"); }
  /// What is said of a source when it is compiled.
  [[nodiscard]] std::string said_of(const std::string& text) const {
    return complaint([&] { OwnVariant(source_of(text), tools()).prepare(); });
  }

  testing::TemporaryFolder folder_;
};

constexpr int width = 13;
constexpr int height = 7;

/// What the variant draws.
template <class T>
std::vector<T> drawn(const OwnVariant& own, double scale, std::vector<int> tunables = {}) {
  std::vector<T> out(width * height, T(-1));
  const std::any parameters = testing::DotParameters{scale};
  MapJob job;
  job.parameters = &parameters;
  job.rows = {0, height};
  job.threads = 2;
  job.tunables = tunables;
  job.output = {out.data(), {width, height}, sizeof(T) == 8 ? Precision::fp64 : Precision::fp32};
  own.variant().run(job);
  return out;
}

template <class T>
std::vector<T> expected(double scale) {
  std::vector<T> out;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      out.push_back(std::fma(static_cast<T>(scale), static_cast<T>(x), static_cast<T>(y)));
  }
  return out;
}

TEST_F(OwnCpu, HasTheBitsOfThePlainLoop) {
  const OwnVariant own(source_of(plain_dots), tools());
  EXPECT_EQ(own.variant().own, &own.source());
  EXPECT_EQ(own.variant().summary, "From the file my.cpp.");
  EXPECT_TRUE(own.variant().knobs.threads);
  EXPECT_TRUE(own.variant().run.takes_map());
  EXPECT_FALSE(own.prepare().from_cache);
  EXPECT_EQ(drawn<float>(own, 0.1), expected<float>(0.1));
  EXPECT_EQ(drawn<double>(own, 0.1), expected<double>(0.1));
}

TEST_F(OwnCpu, IsCompiledOnceAndLoadedAnew) {
  OwnVariant(source_of(plain_dots), tools()).prepare();
  const OwnVariant again(source_of(plain_dots), tools());
  EXPECT_TRUE(again.prepare().from_cache);
  EXPECT_EQ(drawn<float>(again, 3), expected<float>(3));
  const OwnVariant other(source_of(plain_dots + "// another text\n"), tools());
  EXPECT_FALSE(other.prepare().from_cache);
}

/// What the loader has under a name is not what a new object of that name holds.
TEST_F(OwnCpu, ASavedChangeIsSeen) {
  const OwnVariant before(source_of(plain_dots), tools());
  std::string text = plain_dots;
  text.replace(text.find("dots.value(x, y)"), 16, "dots.value(y, x)");
  const OwnVariant after(source_of(text), tools());
  before.prepare();
  after.prepare();
  EXPECT_EQ(drawn<double>(before, 2), expected<double>(2));
  EXPECT_NE(drawn<double>(after, 2), expected<double>(2));
}

TEST_F(OwnCpu, TheTextThatWasReadIsCompiled) {
  const std::filesystem::path file = folder_.path() / "my.cpp";
  testing::write(file, plain_dots);
  const OwnVariant own(read_own_source(file, dots_catalog()), tools());
  testing::write(file, "no source any more");
  own.prepare();
  EXPECT_EQ(drawn<float>(own, 1), expected<float>(1));
}

TEST_F(OwnCpu, RunsSeveralFunctionsInOrderWithTunables) {
  const std::string text = std::string(dots_start) + R"(
HETEROSCOPE_TUNE(step, 2, {2, 5})
HETEROSCOPE_KERNELS(first, second)
void second(const Dots<float>& dots) { dots.out(0, 0) = dots.out(0, 0) * 10 + step; }
void first(Dots<float> dots) { dots.out(0, 0) = 4; }
)";
  const OwnVariant own(source_of(text), tools());
  own.prepare();
  ASSERT_EQ(own.variant().knobs.tunables.size(), 1U);
  EXPECT_EQ(own.variant().knobs.tunables[0].initial, 2);
  EXPECT_EQ(own.variant().knobs.precisions.size(), 1U);
  EXPECT_EQ(drawn<float>(own, 1)[0], 42);
  EXPECT_EQ(drawn<float>(own, 1, {5})[0], 45);
}

TEST_F(OwnCpu, ErrorsHaveTheirPlaces) {
  std::string text = plain_dots;
  text.replace(text.find("dots.value(x, y)"), 16, "undefined_name  ");
  const std::string said = said_of(text);
  EXPECT_TRUE(said.starts_with("my.cpp:9:59: error: ")) << said;
  EXPECT_NE(said.find("undefined_name"), std::string::npos) << said;
  EXPECT_NE(said.find("\n      for (int x = 0; x < dots.width; ++x) dots.out(x, y) = undefined_name  ;\n"
                      "                                                            ^\n"),
            std::string::npos)
      << said;
  // a template is compiled for two precisions, and its error said once
  EXPECT_EQ(said.find("error: ", said.find("error: ") + 1), std::string::npos) << said;
}

TEST_F(OwnCpu, WarningsAreKept) {
  const std::string text = plain_dots + "inline void more() { int unused_number = 1; }\n";
  for (int round = 0; round < 2; ++round) {
    const OwnVariant own(source_of(text), tools());
    const CompiledCode& code = own.prepare();
    EXPECT_EQ(code.from_cache, round == 1);
    ASSERT_EQ(code.warnings.size(), 1U);
    EXPECT_FALSE(code.warnings[0].is_error);
    EXPECT_EQ(code.warnings[0].place, (SourcePlace{11, 26}));
  }
}

TEST_F(OwnCpu, WhatIsNotThereCannotBeIncluded) {
  const std::string said = said_of("#include \"no_such.hpp\"\n" + plain_dots);
  EXPECT_TRUE(said.starts_with("my.cpp:1:10: error: ")) << said;
  EXPECT_NE(said.find("no_such.hpp"), std::string::npos) << said;
}

TEST_F(OwnCpu, AFunctionOfMoreArgumentsIsNoKernel) {
  const std::string said = said_of(std::string(dots_start) + "void draw(const Dots<float>& dots, int more) {}\n");
  EXPECT_TRUE(said.starts_with("my.cpp: error: there is no kernel in it, such as ")) << said;
}

TEST_F(OwnCpu, EveryStartingFileCompiles) {
  for (const Workload* const workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      if (!stage.own) continue;
      const OwnSource source = own_source_of("start.cpp", std::string(stage.own->cpu_start), catalog());
      EXPECT_EQ(source.workload, workload);
      EXPECT_EQ(source.workload->stages[source.stage].id, stage.id);
      const CompileTask task{.source = &source, .headers = own_headers()};
      const std::string said =
          complaint([&] { EXPECT_EQ(text_of(compiled(task, CpuCompiler(), CodeCache("")).warnings), ""); });
      EXPECT_EQ(said, "(nothing thrown)") << workload->id << ' ' << stage.id;
    }
  }
}

/// Returns the machine code of the file to start from of a workload's first stage.
std::string code_of_start_file(const std::string& workload) {
  const Stage& stage = find_workload(catalog(), workload).stages.front();
  const OwnSource source = own_source_of("start.cpp", std::string(stage.own->cpu_start), catalog());
  const CompileTask task{.source = &source, .headers = own_headers()};
  return disassembly(compiled(task, CpuCompiler(), CodeCache("")), source).text;
}

/// Additions, products and roots of several values by one instruction each, with or without AVX.
TEST_F(OwnCpu, LoopsOfStartingFilesAreVectors) {
  if (find_program("objdump").empty()) GTEST_SKIP() << "objdump (binutils) is not installed here";
  EXPECT_NE(code_of_start_file("heat").find("addps"), std::string::npos);
  EXPECT_NE(code_of_start_file("laplace").find("mulpd"), std::string::npos);
  EXPECT_NE(code_of_start_file("triangle").find("sqrtps"), std::string::npos);
}

/// It may have no library of OpenMP, but it knows all options.
TEST_F(OwnCpu, ClangKnowsTheOptions) {
  if (find_program("clang++").empty()) GTEST_SKIP() << "clang++ is not installed here";
  const testing::SetVariable clang("CXX", "clang++");
  const std::string said = said_of(plain_dots);
  EXPECT_EQ(said.find("unknown"), std::string::npos) << said;
}

TEST_F(OwnCpu, WithoutACompilerOneLineSaysSo) {
  const testing::SetVariable none("CXX", "/no/such/compiler");
  EXPECT_EQ(said_of(plain_dots),
            "there is no C++ compiler here (CXX, c++, g++, clang++): a variant for the CPU needs one; on Debian the "
            "package g++ has it");
}

TEST_F(OwnCpu, AProgramThatIsNoCompilerIsNamed) {
  const testing::SetVariable other("CXX", "/bin/false");
  EXPECT_EQ(said_of(plain_dots), "/bin/false is not a C++ compiler that can be used: ");
}

TEST(OwnTool, KeepsTheFirstPartOfWhatIsSaid) {
  const PrivateFolder folder;
  const ToolResult result = run_tool(folder.path(), {"sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; exit 3"});
  EXPECT_EQ(result.said, std::string(1 << 20, 'x'));
  EXPECT_EQ(WEXITSTATUS(result.status), 3);
  EXPECT_EQ(result.limit, "");
}

/// GCC reads the device until its memory ends; clang takes it for an empty file, and what it is given here it
/// multiplies.
TEST_F(OwnCpu, ACompilerIsHeldToItsMemory) {
  const PrivateFolder folder;
  const std::filesystem::path file = folder.path() / "endless.cpp";
  testing::write(file,
                 "#include \"/dev/zero\"\n"
                 "#define A(x) x x x x x x x x\n#define B(x) A(A(A(A(x))))\nB(B(B(int f();)))\n");
  const std::vector<std::string> words{CpuCompiler::installed().string(), "-c", "-o", "/dev/null", file.string()};
  const ToolResult result = run_tool(folder.path(), words, {.memory_bytes = std::size_t{1} << 28});
  EXPECT_NE(result.status, 0);
  EXPECT_EQ(result.limit, "used more than 0.25 GiB of memory") << result.said;
}

TEST(OwnTool, IsHeldToTheSizeOfItsFiles) {
  const PrivateFolder folder;
  const std::vector<std::string> words{"dd", "if=/dev/zero", "of=" + (folder.path() / "large").string(), "count=4096"};
  EXPECT_EQ(run_tool(folder.path(), words, {.file_bytes = std::size_t{1} << 20}).limit,
            "wrote a file of more than 0.000977 GiB");
}

TEST(OwnTool, EndsWhereNobodyWaitsForIt) {
  const PrivateFolder folder;
  const CompilersEnd end;
  EXPECT_NE(run_tool(folder.path(), {"sh", "-c", "sleep 1000 & wait"}).status, 0);
}

TEST(OwnTool, IsHeldToItsTime) {
  const PrivateFolder folder;
  const std::vector<std::string> busy{"sh", "-c", "while :; do :; done"};
  EXPECT_EQ(run_tool(folder.path(), busy, {.processor_s = 1}).limit, "used more than 1 s of the processor's time");
  EXPECT_EQ(run_tool(folder.path(), {"sleep", "1000"}, {.whole_s = 1}).limit, "took more than 1 s");
}

/// The letter of a process's state; a process that has ended and is not awaited counts as gone.
bool is_gone(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return !(file >> number >> name >> state) || state == "Z";
}

TEST(OwnTool, EndsWithTheProcessThatStartedIt) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path note = folder.path() / "process";
  const pid_t child = ::fork();
  if (child == 0) {
    run_tool(folder.path(),
             {"sh", "-c", "sleep 300 & echo $! > \"$0.new\"; mv \"$0.new\" \"$0\"; wait", note.string()});
    ::_exit(0);
  }
  const auto wait_until = [](const auto& done) {
    for (int tries = 0; tries < 3000 && !done(); ++tries) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return done();
  };
  ASSERT_TRUE(wait_until([&] { return std::filesystem::exists(note); }));
  pid_t tool = 0;
  std::ifstream(note) >> tool;
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(wait_until([&] { return is_gone(tool); }));
}

TEST(OwnFolder, OfAKilledProcessGoesWithTheNextOne) {
  const testing::TemporaryFolder folder;
  const testing::SetVariable temporary("TMPDIR", folder.path().string());
  const pid_t child = ::fork();
  if (child == 0) {
    const PrivateFolder left;
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  ASSERT_EQ(folder.entries(), 1);
  const PrivateFolder young;
  EXPECT_EQ(folder.entries(), 2);  // it could be one whose lock is about to be taken
  for (const auto& each : std::filesystem::directory_iterator(folder.path()))
    std::filesystem::last_write_time(each, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  const PrivateFolder next;
  EXPECT_EQ(folder.entries(), 2);
  EXPECT_TRUE(std::filesystem::exists(young.path()));
}

}  // namespace
}  // namespace heteroscope
