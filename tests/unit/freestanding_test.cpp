#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/own/compile/nvrtc.hpp"

/// The headers of kernels/freestanding_headers.inc, and a kernel over the arithmetic of each workload, as NVRTC
/// compiles them: a compiler without a single header of the host. It needs no GPU.
namespace heteroscope {
namespace {

/// NVRTC of the toolkit that CMake found.
const Nvrtc& found_nvrtc() {
  static const Nvrtc library(std::vector<std::string>{HETEROSCOPE_NVRTC});
  return library;
}

constexpr const char* architectures[] = {"compute_75", "compute_90"};

constexpr std::string_view headers[] = {
#define HETEROSCOPE_HEADER(name) name,
#define HETEROSCOPE_HEADER_PART(name)
#include "kernels/freestanding_headers.inc"
#include "tests/example/freestanding_headers.inc"
#undef HETEROSCOPE_HEADER_PART
#undef HETEROSCOPE_HEADER
};

/// A kernel of one's own, whose cells are a workload's: nothing is included but the header of its arithmetic.
struct Own {
  const char* workload;
  const char* source;
};
constexpr Own kernels[] = {
    {"binarize", R"(
#include "kernels/binarize/threshold.hpp"
extern "C" __global__ void cells(const float* in, float* out, int count, double mean) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = heteroscope::binarize::binarized(in[i], mean);
})"},
    {"blur", R"(
#include "kernels/blur/line.hpp"
using namespace heteroscope::blur;
extern "C" __global__ void cells(const double* in, double* out, int width, Parameters p, LineMask<double> mask) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int taps = 2 * p.radius + 1;
  const BorderedRow<double> values{in, x - p.radius, width, p.border};
  if (x < width) out[x] = add_line(0.0, mask.weight, values, taps);
})"},
    {"heat", R"(
#include "kernels/heat/cell.hpp"
using namespace heteroscope::heat;
extern "C" __global__ void cells(const Pass pass) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = pass.rows.begin + blockIdx.y;
  const auto planes = combination_of<float, 3>(pass);
  if (x < pass.out.size.width) pass.out.row<float>(y)[x] = new_value(pass, planes, x, y);
})"},
    {"histogram", R"(
#include "kernels/histogram/bins.hpp"
using namespace heteroscope::histogram;
extern "C" __global__ void cells(const float* in, unsigned* counts, int count, Parameters p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int bin = p.binning == Binning::range ? RangeBins<float>(p)(in[i]) : ModuloBins<float>(p)(in[i]);
  atomicAdd(counts + bin, 1U);
  atomicAdd(counts + RangeBins<int>(p)(i), MaskBins<double>(p)(in[i]));
})"},
    {"laplace", R"(
#include "kernels/laplace/relax.hpp"
using namespace heteroscope::laplace;
extern "C" __global__ void cells(double* u, int n, double omega, double* residual) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = 1 + blockIdx.y;
  const OverrelaxColor<double> relax{u, n, omega, red};
  if (s < half_of(n, interior(n)).x1) relax(s, y);
  if (s == 0) *residual = Residual<double>{u, n}(1, y);
})"},
    {"mandelbrot", R"(
#include "kernels/mandelbrot/interior.hpp"
#include "kernels/mandelbrot/uniform.hpp"
using namespace heteroscope::mandelbrot;
extern "C" __global__ void cells(float* out, int width, Grid<float> grid, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y;
  if (x >= width) return;
  const Complex<float> c = grid.at(x, y);
  Complex<float> z;
  const bool inside = deep_inside(c) || in_bulb(c);
  const int k = inside ? limit : iterate_plainly(z, c, 1, limit);
  out[y * width + x] = pixel_value(z, c, k, limit, uniform_count(c, grid.step, 8, limit) == 0);
})"},
    {"nbody", R"(
#include "kernels/nbody/leapfrog.hpp"
using namespace heteroscope::nbody;
template <class T>
__device__ void step(const T* now, T* next, const Body<T>* bodies, const Parameters& p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.bodies) return;
  const StepTimes<T> times = step_times<T>(p);
  const Body<T> at = half_way(now + i * columns, times.half);
  Vector<T> sum{};
  for (int j = 0; j < p.bodies; ++j) add_pull(sum, at, bodies[j], times.softening_squared);
  finish_step(next + i * columns, now + i * columns, at, sum, times);
}
extern "C" __global__ void cells(const float* now, float* next, const Body<float>* bodies, Parameters p) {
  step(now, next, bodies, p);
}
extern "C" __global__ void cells_in_fp64(const double* now, double* next, const Body<double>* bodies, Parameters p) {
  step(now, next, bodies, p);
})"},
    {"transpose", R"(
#include "core/base/ceil_div.hpp"
#include "core/types/field_view.hpp"
#include "kernels/transpose/tile_walk.hpp"
using namespace heteroscope::transpose;
extern "C" __global__ void cells(heteroscope::FieldView in, heteroscope::FieldView out) {
  __shared__ float held[33 * 32];
  const BlockTile tile{32, 32, 1};
  const unsigned across = heteroscope::ceil_div(in.size.width, 32);
  const Cell at = tile_of_block(blockIdx.x, across, gridDim.x / across, 1);
  const Cell read = tile.read_by(threadIdx.x);
  held[tile.slot(read)] = in.row<float>(32 * at.y + read.y)[32 * at.x + read.x];
  __syncthreads();
  const Cell written = tile.written_by(threadIdx.x);
  out.row<float>(32 * at.x + written.x)[32 * at.y + written.y] = held[tile.slot(written)];
})"},
    {"triangle", R"(
#include "kernels/triangle/cell.hpp"
using namespace heteroscope::triangle;
extern "C" __global__ void cells(float* out, Points<float> points, Parameters p) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y;
  if (x <= y) out[y * p.n + x] = cell_at<Cost::heavy>(points, y, x) + cell_at<Cost::collision>(points, y, x);
})"},
};

class Freestanding : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string& why_not = found_nvrtc().why_not();
    // a path is that of a library which CMake has seen; the bare name, of one that it has not
    if (std::string_view(HETEROSCOPE_NVRTC).find('/') != std::string_view::npos) {
      ASSERT_EQ(why_not, "");
    }
    if (!why_not.empty()) GTEST_SKIP() << why_not;
  }
  /// For PTX of an architecture.
  static Nvrtc::Output compile(const std::string& source, const std::string& architecture) {
    return found_nvrtc().compile(
        {.source = source,
         .options = {"-std=c++20", "--fmad=false", "--gpu-architecture=" + architecture, "-I" HETEROSCOPE_SOURCES}});
  }
};

TEST_F(Freestanding, NvrtcHasNoHeadersOfTheHost) {
  const Nvrtc::Output with_host = compile("#include <cmath>\n", architectures[0]);
  EXPECT_FALSE(with_host.succeeded);
  EXPECT_NE(with_host.log.find("cmath"), std::string::npos) << with_host.log;
  EXPECT_FALSE(compile("int of_the_host();\n", architectures[0]).succeeded);
}

TEST_F(Freestanding, EachHeaderCompilesAlone) {
  for (const std::string_view header : headers) {
    for (const char* const architecture : architectures) {
      const auto compiled = compile("#include \"" + std::string(header) + "\"\n", architecture);
      EXPECT_TRUE(compiled.succeeded) << header << ", " << architecture;
      EXPECT_EQ(compiled.log, "") << header << ", " << architecture;
    }
  }
}

TEST_F(Freestanding, AKernelOverTheArithmeticOfEachWorkloadCompiles) {
  for (const Own& own : kernels) {
    for (const char* const architecture : architectures) {
      const auto compiled = compile(own.source, architecture);
      EXPECT_TRUE(compiled.succeeded) << own.workload << ", " << architecture;
      EXPECT_EQ(compiled.log, "") << own.workload << ", " << architecture;
      EXPECT_NE(compiled.ptx.find(".entry cells"), std::string::npos) << own.workload << ", " << architecture;
    }
  }
}

TEST_F(Freestanding, ATunedConstantIsTheInitialOneUnlessTheCompilerIsToldAnother) {
  const std::string source = R"(
#include "core/own/variant.hpp"
HETEROSCOPE_TUNE(tile, 16, {8, 16, 32})
)";
  EXPECT_TRUE(compile(source + "static_assert(tile == 16);\n", architectures[0]).succeeded);
  const std::string told = "#define HETEROSCOPE_TUNED_tile ,32\n" + source + "static_assert(tile == 32);\n";
  EXPECT_TRUE(compile(told, architectures[0]).succeeded);
}

}  // namespace
}  // namespace heteroscope
