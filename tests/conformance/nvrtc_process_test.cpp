#include <gtest/gtest.h>
#include <sys/socket.h>

#include <string>
#include <vector>

#include "core/link/message_kind.hpp"
#include "core/link/program_process.hpp"
#include "core/own/compile/compilers_end.hpp"
#include "core/own/compile/nvrtc_process.hpp"
#include "core/process/proc_stat.hpp"
#include "tests/eventually.hpp"

/// NVRTC in a process of its own: whatever a text does to the compiler, this process goes on, and so does the next
/// text.
namespace heteroscope {
namespace {

class CompilingApart : public ::testing::Test {
 protected:
  static constexpr CompilerLimits no_limits{.memory_bytes = std::size_t{1} << 40, .seconds = 1e6};

  void SetUp() override {
    const Nvrtc& nvrtc = Nvrtc::get();
    if (!nvrtc.why_not().empty()) GTEST_SKIP() << nvrtc.why_not();
    const std::vector<int> all = nvrtc.architectures();
    ASSERT_FALSE(all.empty());
    options_ = {"--gpu-architecture=sm_" + std::to_string(all.front())};
  }

  [[nodiscard]] Nvrtc::Input input(const std::string& body) const {
    return {
        .source = "#include \"one.hpp\"\n" + body + "template <class T> __global__ void set(T* to) { *to = one; }\n",
        .headers = header,
        .options = options_,
        .kernels = {"set<float>"}};
  }
  /// Macros that become a list of a thousand million words, which the compiler keeps.
  [[nodiscard]] Nvrtc::Input endless() const {
    std::string text = "#define A0 one, one, one, one, one, one, one, one, one, one,\n";
    for (int i = 1; i < 9; ++i) {
      text += "#define A" + std::to_string(i);
      for (int k = 0; k < 10; ++k) text += " A" + std::to_string(i - 1);
      text += "\n";
    }
    return input(text + "__device__ int all[] = {A8 0};\n");
  }
  void expect_good(NvrtcProcess& process) const {
    const Nvrtc::Output out = process.compile(input(""));
    EXPECT_TRUE(out.succeeded) << out.log;
    EXPECT_FALSE(out.cubin.empty());
    ASSERT_EQ(out.symbols.size(), 1U);
    EXPECT_NE(out.symbols.front().find("set"), std::string::npos);
  }

 private:
  static constexpr EmbeddedFile header[] = {{"one.hpp", "constexpr int one = 1;\n"}};
  std::vector<std::string> options_;
};

TEST_F(CompilingApart, HasTheOutputOfNvrtc) {
  NvrtcProcess process(no_limits);
  const Nvrtc::Output here = Nvrtc::get().compile(input(""));
  for (int i = 0; i < 2; ++i) {
    const Nvrtc::Output apart = process.compile(input(""));
    EXPECT_EQ(apart.ptx, here.ptx);
    EXPECT_EQ(apart.cubin, here.cubin);
    EXPECT_EQ(apart.symbols, here.symbols);
  }
  const Nvrtc::Output wrong = process.compile(input("int x = y;\n"));
  EXPECT_FALSE(wrong.succeeded);
  EXPECT_EQ(wrong.log, Nvrtc::get().compile(input("int x = y;\n")).log);
}

TEST_F(CompilingApart, ATextThatTakesAllMemoryEndsTheProcessAlone) {
  NvrtcProcess process({.memory_bytes = std::size_t{1} << 30, .seconds = no_limits.seconds});
  EXPECT_EQ(process.compile(endless()).log, "compiler: error: the compiler used more than 1 GiB of memory");
  expect_good(process);
}

TEST_F(CompilingApart, EndsWhereNobodyWaitsForIt) {
  NvrtcProcess process(no_limits);
  {
    const CompilersEnd end;
    EXPECT_FALSE(process.compile(endless()).succeeded);
  }
  expect_good(process);
}

TEST_F(CompilingApart, EndsWithWhoeverHasAsked) {
  ProgramProcess process("the compiler's process", {std::string(worker_command), std::string(compiler_option)});
  const MessageChannel channel(process.channel());
  const Nvrtc::Input text = endless();
  const std::string alone = "constexpr int one = 1;\n" + text.source.substr(text.source.find('\n') + 1);
  const std::vector<std::string> none;
  ASSERT_TRUE(channel.send(message(MessageKind::compile, alone, text.name, none, none, text.options, text.kernels)));
  constexpr std::size_t at_work_bytes = std::size_t{1} << 28;
  ASSERT_TRUE(testing::eventually([&] { return resident_bytes(process.id()) > at_work_bytes; }));
  ASSERT_EQ(::shutdown(process.channel(), SHUT_WR), 0);
  EXPECT_EQ(process.wait_for_end(), "it ended with exit code 0");
}

TEST_F(CompilingApart, ATextThatTakesLongEndsTheProcessAlone) {
  NvrtcProcess process({.memory_bytes = no_limits.memory_bytes, .seconds = 2});
  EXPECT_EQ(process.compile(endless()).log, "compiler: error: the compiler took more than 2 s");
}

}  // namespace
}  // namespace heteroscope
