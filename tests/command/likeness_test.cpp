#include "tests/command/program.hpp"
#include "tests/json.hpp"

namespace heteroscope::testing {
namespace {

/// A GPU that is held to a smaller one.
class LikeACard : public Program {
 protected:
  [[nodiscard]] std::string program() const override { return HETEROSCOPE_FAULTY; }
};

TEST_F(LikeACard, ListSaysWhatItIsHeldTo) {
  const Result listed = run("list --json", "HETEROSCOPE_LIKE=8.6");
  ASSERT_EQ(listed.code, 0) << listed.error;
  const auto gpu = json_of(listed.out).at("devices").at(1);
  EXPECT_EQ(gpu.at("held_to"), "8.6");
  EXPECT_EQ(gpu.at("compute_capability"), "8.6");
  EXPECT_EQ(gpu.at("fp32_per_fp64"), 64);
  EXPECT_EQ(gpu.at("peak_fma_fp32_per_s"), nullptr) << "its lanes are those of the GPU that stands for it";
  EXPECT_NE(gpu.at("name").get<std::string>().find("limited to compute capability 8.6"), std::string::npos);
}

/// The CPU has no address of managed memory there: whatever touched it would fail.
TEST_F(LikeACard, ManagedMemoryServesOneGpuAlone) {
  const std::string wsl2 = "HETEROSCOPE_LIKE=8.6,wsl2";
  for (const char* problem : {"mandelbrot --size 65x33", "blur --source noise:1 --size 65x33",
                              "heat --set n=33 --steps 40", "binarize --source noise:1 --size 65x33"}) {
    SCOPED_TRACE(problem);
    const std::string render = std::string("render ") + problem + " --processor gpu --memory ";
    const Result managed = run(render + "managed --out managed.npy", wsl2);
    EXPECT_EQ(managed.code, 0) << managed.error;
    expect_success(render + "device --out device.npy");
    EXPECT_EQ(read_text(file("managed.npy")), read_text(file("device.npy")));
    std::filesystem::remove(file("managed.npy"));
    std::filesystem::remove(file("device.npy"));
  }
  expect_refused("render mandelbrot --processor split --memory managed --out a.npy",
                 "cannot access it from several processors at once; use this GPU alone", wsl2);
}

TEST_F(LikeACard, WhatNamesNoCardLeavesNoGpu) {
  expect_refused("render mandelbrot --processor gpu --out a.npy", "7.5, 8.0, 8.6, 8.9, 12.0", "HETEROSCOPE_LIKE=9.9");
}

}  // namespace
}  // namespace heteroscope::testing
