// A GPU that stops while the window is open. It is the one of tests/faults/fake_device.cpp, so this needs none.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "tests/unit/set_variable.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class GpuLossWindow : public DrivenWindow {
 protected:
  void SetUp() override {
    DrivenWindow::SetUp();
    if (IsSkipped()) return;
    program().use(HETEROSCOPE_FAULTY);
    program().set("HETEROSCOPE_FAULT", "gpu_lost@" + loss().string());
  }
  /// The GPU in use is lost in the first call after there is such a file.
  [[nodiscard]] std::filesystem::path loss() { return program().folder() / "loss"; }
  void lose_gpu() { std::ofstream(loss()).close(); }

  /// A window on the GPU, which has then stopped in one of the frames of a run.
  void start_and_stop() {
    Settings settings = default_settings(*catalog().front());
    settings.execution.processor = Processor::gpu;
    settings.problem.parameters["max_iterations"] = 7;
    ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
    ASSERT_EQ(initial().execution.processor, Processor::gpu);
    lose_gpu();
    program().key("r");
    ASSERT_TRUE(wait_for([&] { return processor() == Processor::cpu; })) << program().words();
  }

  /// As it is set now: a picture may wait for its frame, settings do not. Nothing if none are there after a while, as
  /// where a key came while the window was opened anew: callers ask again.
  std::optional<Processor> processor() {
    const auto now = execution();
    return now ? std::optional(now->processor) : std::nullopt;
  }
  std::optional<Execution> execution() {
    const std::size_t before = program().exports(".json").size();
    program().key("ctrl+s");
    if (!wait_for([&] { return program().exports(".json").size() > before; }, seconds(5))) return std::nullopt;
    return load_settings(program().exports(".json").back(), catalog()).execution;
  }
};

TEST_F(GpuLossWindow, TheCpuGoesOnAndTheGpuComesBackWithAWindowOpenedAnew) {
  ASSERT_NO_FATAL_FAILURE(start_and_stop());
  const auto of_cpu = program().exported();
  ASSERT_TRUE(of_cpu) << program().words();
  EXPECT_EQ(of_cpu->execution.processor, Processor::cpu);
  program().key("ctrl+g");
  ASSERT_TRUE(program().focus_new_window()) << program().words();
  const auto again = program().exported();
  ASSERT_TRUE(again) << program().words();
  EXPECT_EQ(again->execution.processor, Processor::gpu);
  EXPECT_EQ(again->problem.parameters, initial().problem.parameters);
  program().key("ctrl+q");
  const auto ended = program().wait_end();
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 0) << ended->output;
}

/// Of two GPUs one stops, and which one, the threads decide: without the one that draws the CPU goes on, without the
/// other one the first.
TEST_F(GpuLossWindow, OfTwoTheOtherOneGoesOn) {
  const testing::SetVariable gpus("HETEROSCOPE_FAKE_GPUS", "2");
  Settings settings = default_settings(*catalog().front());
  settings.execution.processor = Processor::gpu;
  settings.execution.gpus = {.all = false, .numbers = {0, 1}};
  ASSERT_NO_FATAL_FAILURE(start({saved(settings)}));
  lose_gpu();
  program().key("r");
  const auto went_on = [&] {
    const auto now = execution();
    return now && (now->processor == Processor::cpu || now->gpus.numbers == std::vector{0});
  };
  ASSERT_TRUE(wait_for(went_on)) << program().words();
  ASSERT_TRUE(program().exported()) << program().words();
}

TEST_F(GpuLossWindow, TheProcessorThatWasChosenBeforeIsKept) {
  ASSERT_NO_FATAL_FAILURE(start_and_stop());
  program().key("bracketright");
  program().key("ctrl+q");
  ASSERT_TRUE(program().wait_end());
  ASSERT_TRUE(program().start()) << program().words();
  std::optional<Processor> now;
  ASSERT_TRUE(wait_for([&] { return (now = processor()).has_value(); })) << program().words();
  EXPECT_EQ(now, Processor::gpu);
}

}  // namespace
}  // namespace heteroscope
