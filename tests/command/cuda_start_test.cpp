#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/command/program.hpp"

// Starting CUDA takes some tenths of a second where there is a GPU: commands that compute on the CPU alone do without.
namespace heteroscope::testing {
namespace {

class CudaStart : public Program {
 protected:
  /// Whether the command looks for the driver.
  bool looks_for_driver(const std::string& arguments) {
    const std::filesystem::path note = file("looked");
    std::filesystem::remove(note);
    const Result result =
        run(arguments, "LD_LIBRARY_PATH='" HETEROSCOPE_FAKE_DRIVER "' HETEROSCOPE_DRIVER_NOTE='" + note.string() + "'");
    EXPECT_EQ(result.code, 0) << result.error;
    return std::filesystem::exists(note);
  }
};

TEST_F(CudaStart, IsNotForTheCpuAlone) {
  if (!looks_for_driver("list")) GTEST_SKIP() << "built without CUDA";
  EXPECT_FALSE(looks_for_driver("render mandelbrot --size 64x64 --processor cpu --out picture.png"));
  EXPECT_FALSE(looks_for_driver("render heat --set n=33 --steps 8 --processor cpu --out heat.npy"));
  EXPECT_FALSE(looks_for_driver("render blur --size 64x64 --processor cpu --variant sequential --out blur.png"));
  EXPECT_FALSE(looks_for_driver("render mandelbrot --size 64x64 --samples 4 --processor cpu --out samples.png"));
  EXPECT_FALSE(looks_for_driver("trace heat --set n=33 --steps 8 --processor cpu --out trace.json"));
}

}  // namespace
}  // namespace heteroscope::testing
