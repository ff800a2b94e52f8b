#include "tests/command/program.hpp"

/// What was typed and would change nothing is refused.
namespace heteroscope::testing {
namespace {

class UnusedOptions : public Program {
 protected:
  void expect_render_refused(const std::string& arguments, const std::string& words) const {
    expect_refused("render " + arguments + " --out out.png", words);
  }
};

TEST_F(UnusedOptions, VariantsOfTheOtherProcessor) {
  expect_render_refused("mandelbrot --processor cpu --variant cuda_1d", "--variant 'cuda_1d' runs on the GPU");
  expect_render_refused("mandelbrot --processor gpu --variant simd", "--variant 'simd' runs on the CPU");
  expect_render_refused("binarize --processor cpu --variant mean=simd --variant mean=cuda_atomic", "runs on the GPU");
  expect_refused("bench mandelbrot --processor cpu --variant simd --variant cuda_1d", "runs on the GPU");
  expect_refused("bench mandelbrot --processor gpu --variant simd", "runs on the CPU");
  expect_refused("verify mandelbrot --processor cpu --variant simd --variant cuda_1d", "runs on the GPU");
}

TEST_F(UnusedOptions, ASecondVariantOfAStage) {
  expect_render_refused("mandelbrot --variant simd --variant sequential",
                        "--variant 'sequential': 'simd' is already chosen for stage escape on the CPU; choose one");
  expect_render_refused("mandelbrot --variant cuda_1d --variant cuda_2d",
                        "'cuda_1d' is already chosen for stage escape on the GPU");
  expect_render_refused("mandelbrot --variant simd --variant cuda_1d --variant escape=simd",
                        "'simd' is already chosen for stage escape on the CPU");
  expect_refused("bench mandelbrot --processor split --variant simd --variant sequential",
                 "'simd' is already chosen for stage escape on the CPU");
}

TEST_F(UnusedOptions, SharesOfASplitThatIsNone) {
  expect_render_refused("mandelbrot --processor cpu --split 0.5",
                        "--split '0.5' is for --processor split, but only the CPU");
  expect_render_refused("mandelbrot --processor gpu --split 0.5", "only the GPU computes");
  expect_refused("bench mandelbrot --processor cpu --split 0.5", "only the CPU computes");
}

TEST_F(UnusedOptions, KnobsOfTheGpuWithoutIt) {
  for (const std::string option : {"--memory pinned", "--block 16x16"}) {
    for (const std::string cpu : {"", "--processor cpu ", "--variant simd ", "--verify "}) {
      const std::string arguments = "render mandelbrot --size 8x8 " + cpu + option;
      expect_refused(arguments + (cpu == "--verify " ? "" : " --out out.png"), "is for the GPU, which is not used");
    }
    expect_refused("bench mandelbrot --processor cpu " + option, "is for the GPU, which is not used");
    expect_refused("bench mandelbrot --variant simd " + option, "is for the GPU, which is not used");
  }
  expect_success("render mandelbrot --size 8x8 --out saved.png");
  expect_render_refused("--settings saved.png --memory managed", "is for the GPU, which is not used");
}

TEST_F(UnusedOptions, ThreadsOfTheCpuWithoutIt) {
  expect_render_refused("mandelbrot --processor gpu --threads 2", "--threads '2' is for the CPU, which is not used");
  expect_refused("bench mandelbrot --processor gpu --threads 2", "is for the CPU, which is not used");
}

TEST_F(UnusedOptions, ParametersThatAnotherLeavesOut) {
  expect_render_refused("mandelbrot --size 8x8 --set method=direct --set refine=exact",
                        "--set 'refine=exact' changes nothing here: the method direct does not know");
  expect_render_refused("mandelbrot --size 8x8 --set leaps=0",
                        "this view is computed by the method direct, which skips no iterations");
  expect_render_refused("triangle --set n=9 --set work=9", "only cost=heavy");
  expect_render_refused("triangle --set n=9 --set cutoff=9", "only omp_recursive and cuda_dp are recursive");
  expect_render_refused("histogram --set binning=modulo --set low=3", "only binning=range has ends");
  expect_render_refused("laplace --set n=9 --set method=cg --set omega=1.2", "only method=sor overrelaxes");
  expect_render_refused("laplace --set n=9 --set method=direct --set tolerance=0.01",
                        "method=direct solves in one step");
  expect_render_refused("heat --set n=9 --set integrator=rk4", "no step is taken");
  expect_refused("bench triangle --set n=9 --set work=9 --repeat 1", "only cost=heavy");
  // the initial value is taken everywhere
  expect_success("render triangle --set n=9 --set work=64 --out a.npy");
  expect_success("render heat --set n=9 --set integrator=rk4 --steps 2 --out b.npy");
}

TEST_F(UnusedOptions, SizesOfWhatHasItsOwn) {
  expect_success("render mandelbrot --size 8x8 --out saved.png");
  expect_render_refused("transpose --source saved.png --size 4x4", "the size of the file \"saved.png\" is used");
  expect_render_refused("laplace --set n=9 --size 4x4", "the size of laplace is its parameter n");
  // a source has the size, and the result has n
  expect_success("render laplace --set n=9 --set boundary=image_row --source noise:4 --size 4x4 --out a.npy");
  expect_success("render laplace --set n=9 --set boundary=image_row --source noise:4 --size 32x16 --out b.npy");
  EXPECT_NE(read_text(file("a.npy")), read_text(file("b.npy")));
}

TEST_F(UnusedOptions, ColorsOfWhatHasNone) {
  for (const std::string option : {"--palette sand", "--scale log", "--range 0:5"}) {
    expect_refused("render mandelbrot --size 8x8 " + option + " --out a.npy",
                   ".npy files contain values without colors");
    expect_refused("render mandelbrot --size 8x8 " + option + " --verify", "--verify compares values");
  }
  expect_success("render mandelbrot --size 8x8 --out a.npy");
  expect_refused("diff a.npy a.npy --style heat", "--style is for the picture of --out, which is not given");
}

TEST_F(UnusedOptions, TheWindowsBesideACommands) {
  expect_success("render mandelbrot --size 8x8 --out saved.png");
  expect_refused("saved.png render mandelbrot --out a.png", "'saved.png' is an option of the window, not of a command");
  expect_refused("--tour tour list", "'--tour' is an option of the window, not of a command");
}

}  // namespace
}  // namespace heteroscope::testing
