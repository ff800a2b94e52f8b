// Displays on which CUDA and OpenGL share nothing. GPU and OpenGL are those of tests/faults, so this needs neither.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "tests/json.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class OddDisplay : public DrivenWindow {
 protected:
  void TearDown() override {
    for (const char* each : {"HETEROSCOPE_FAKE_OPENGL", "HETEROSCOPE_FAKE_CARD", "HETEROSCOPE_ON_CARD"})
      ::unsetenv(each);
  }

  /// A window on the GPU; `opengl` and `interop` as tests/faults/fake_display.cpp has them.
  void start_on_gpu(const char* opengl, const char* interop, std::vector<std::string> arguments = {}) {
    ASSERT_EQ(::setenv("HETEROSCOPE_FAKE_OPENGL", opengl, 1), 0);
    program().use(HETEROSCOPE_FAULTY);
    program().set("HETEROSCOPE_FAKE_INTEROP", interop);
    Settings settings = default_settings(*catalog().front());
    settings.execution.processor = Processor::gpu;
    settings.problem.parameters["max_iterations"] = 7;
    arguments.push_back(saved(settings));
    ASSERT_NO_FATAL_FAILURE(start(arguments));
    ASSERT_EQ(initial().execution.processor, Processor::gpu);
  }
  /// Ends it, and gives what it remembers; of what never changed the file may say nothing.
  nlohmann::json remembered() {
    program().key("ctrl+q");
    ended_ = program().wait_end();
    EXPECT_TRUE(ended_);
    EXPECT_EQ(ended_->code, 0) << ended_->output;
    std::ifstream file(program().folder() / "config" / "heteroscope" / "window.json");
    return json_of({std::istreambuf_iterator<char>(file), {}}).at("window");
  }
  /// The GPU itself brought a picture to the screen.
  [[nodiscard]] bool was_direct() const {
    return ended_->output.find("a texture was filled by the GPU") != std::string::npos;
  }

 private:
  std::optional<Ended> ended_;
};

constexpr const char* own_card = "NVIDIA Corporation|a GPU of memory alone/PCIe/SSE2|0";
constexpr const char* other_card = "Intel|Mesa Intel(R) UHD Graphics 620 (KBL GT2)|other";

TEST_F(OddDisplay, OnItsOwnCardTheGpuFillsTheTexture) {
  ASSERT_NO_FATAL_FAILURE(start_on_gpu(own_card, "works"));
  EXPECT_EQ(remembered().value("told_oddity", ""), "");
  EXPECT_TRUE(was_direct());
}

TEST_F(OddDisplay, OfAnotherCardCudaIsNotEvenAsked) {
  ASSERT_NO_FATAL_FAILURE(start_on_gpu(other_card, "forbidden"));
  const auto window = remembered();
  EXPECT_EQ(window.value("told_oddity", ""), "other_card");
  EXPECT_EQ(window.value("display", "interop_texture"), "interop_texture");
  EXPECT_FALSE(was_direct());
}

TEST_F(OddDisplay, AnErrorWhenCudaIsAskedLeavesAWorkingWindow) {
  ASSERT_NO_FATAL_FAILURE(start_on_gpu(own_card, "ask:999"));
  EXPECT_EQ(remembered().value("told_oddity", ""), "interop_error");
  EXPECT_FALSE(was_direct());
}

/// The next start may be on another display: what was chosen stays chosen.
TEST_F(OddDisplay, AnObjectThatIsRefusedLeavesAWorkingWindowAndTheChoice) {
  ASSERT_NO_FATAL_FAILURE(start_on_gpu(own_card, "register:304"));
  program().key("bracketright");
  ASSERT_TRUE(program().exported()) << program().words();
  EXPECT_EQ(remembered().value("display", "interop_texture"), "interop_texture");
  EXPECT_FALSE(was_direct());
}

TEST_F(OddDisplay, ByWayOfTheHostOnRequestCudaIsNotAsked) {
  ASSERT_NO_FATAL_FAILURE(start_on_gpu(own_card, "forbidden", {"--display", "host"}));
  EXPECT_EQ(remembered().value("display", "interop_texture"), "interop_texture");
  EXPECT_FALSE(was_direct());
}

TEST_F(OddDisplay, APartOfACardAndAnExclusiveOneWork) {
  ASSERT_EQ(::setenv("HETEROSCOPE_FAKE_CARD", "instance,exclusive", 1), 0);
  ASSERT_NO_FATAL_FAILURE(start_on_gpu(own_card, "forbidden"));
  EXPECT_EQ(remembered().value("told_oddity", ""), "instance");
}

/// This display has no NVIDIA driver: GLX takes the one that it has.
TEST_F(OddDisplay, TheNvidiaCardIsOfferedOnceAndTheWindowComesBackWithoutIt) {
  ASSERT_NO_FATAL_FAILURE(start_on_gpu(other_card, "forbidden"));
  program().key("ctrl+shift+g");
  ASSERT_TRUE(program().focus_new_window()) << program().words();
  const auto again = program().exported();
  ASSERT_TRUE(again) << program().words();
  EXPECT_EQ(again->execution.processor, Processor::gpu);
  EXPECT_EQ(again->problem.parameters, initial().problem.parameters);
  program().key("ctrl+shift+g");  // it is not offered twice
  ASSERT_TRUE(program().exported()) << program().words();
  remembered();
}

/// It is tried as it was before, once, and the reason is that of this second time.
TEST_F(OddDisplay, WhereTheCardOpensNoWindowTheOldWayIsTriedAndNotForEver) {
  program().use(HETEROSCOPE_FAULTY);
  program().set("MESA_GL_VERSION_OVERRIDE", "2.1");
  ASSERT_EQ(::setenv("HETEROSCOPE_ON_CARD", "asked", 1), 0);
  ASSERT_FALSE(program().start());
  const auto ended = program().wait_end();
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 2);
  EXPECT_NE(ended->output.find("the window needs OpenGL 4.5, which is not available"), std::string::npos)
      << ended->output;
}

}  // namespace
}  // namespace heteroscope
