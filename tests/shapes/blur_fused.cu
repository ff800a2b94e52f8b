// All candidates for the layout of `cuda_fused` at the radius HETEROSCOPE_RADIUS: each is compared with two plain
// passes to the bit, and timed. blur_fused_main.cpp calls it; kernels/blur/MEASURED.md has the results.
#include "tests/shapes/blur_fused.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "kernels/blur/fused_ring.cuh"
#include "kernels/blur/fused_strip.cuh"

namespace heteroscope::blur {
namespace {

constexpr int R = HETEROSCOPE_RADIUS;

void checked(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "blur_fused: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

template <class T>
__global__ void plain(FusedArguments<T, R> a, bool down) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y);
  const Size size = a.common.output.size;
  if (x >= size.width) return;
  T sum = 0;
  for (int k = -R; k <= R; ++k) {
    const int place =
        down ? border_index(y + k, size.height, a.common.border) : border_index(x + k, size.width, a.common.border);
    const T value = place < 0 ? T(0) : a.common.input.template row<const T>(down ? place : y)[down ? x : place];
    sum = std::fma(a.weight[std::abs(k)], value, sum);
  }
  a.common.output.template row<T>(y)[x] = sum;
}

template <class T>
__global__ void fill(T* values, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) values[i] = static_cast<T>(static_cast<unsigned>(i * 2654435761U) >> 8) / T(16777216);
}
template <class T>
__global__ void count_differing(const T* a, const T* b, std::size_t count, unsigned* differing) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count && a[i] != b[i]) atomicAdd(differing, 1U);
}

/// Fields of the largest size, and what is common to all runs of one precision.
template <class T>
struct Fields {
  static constexpr Precision precision = sizeof(T) == 4 ? Precision::fp32 : Precision::fp64;
  T *input, *output, *between, *expected;
  unsigned* differing;

  explicit Fields(std::size_t count) {
    for (T** each : {&input, &output, &between, &expected}) checked(cudaMalloc(each, count * sizeof(T)), "memory");
    checked(cudaMalloc(&differing, sizeof(unsigned)), "memory");
    fill<<<static_cast<unsigned>((count + 255) / 256), 256>>>(input, count);
    checked(cudaGetLastError(), "fill");
  }
  ~Fields() {
    for (T* each : {input, output, between, expected}) cudaFree(each);
    cudaFree(differing);
  }
  Fields(const Fields&) = delete;

  FusedArguments<T, R> arguments(Size size, Border border, bool wide) const {
    FusedArguments<T, R> a{};
    a.common.input = {input, size, precision};
    a.common.output = {output, size, precision};
    a.common.rows = {0, size.height};
    a.common.radius = R;
    a.common.border = border;
    double sum = 0;
    for (int k = -R; k <= R; ++k) sum += std::exp(-2.0 * k * k / (R * R));
    for (int k = 0; k <= R; ++k) a.weight[k] = static_cast<T>(std::exp(-2.0 * k * k / (R * R)) / sum);
    a.wide = wide;
    return a;
  }
};

struct Timed {
  std::string name;
  int rows;
  float ms;
};

/// Launches of one candidate.
template <class T>
struct Candidate {
  std::string name;
  int strip;
  int unit;  // rows that a task computes: a multiple of it
  int resident;
  void (*launch)(const FusedArguments<T, R>&, int tasks);

  void run(FusedArguments<T, R> a, int rows) const {
    a.strips = ceil_div(a.common.output.size.width, strip);
    a.rows_each = rows;
    launch(a, a.strips * ceil_div(a.common.rows.count(), rows));
    checked(cudaGetLastError(), name.c_str());
  }
};

template <class Layout, class T>
Candidate<T> march_candidate() {
  using Shape = MarchShape<Layout, T, R>;
  int blocks = 0;
  checked(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, strips<Layout, T, R>, Shape::threads, 0), "occupancy");
  char name[80];
  std::snprintf(name, sizeof name, "MarchLayout<%d, %d, %d, %d, ROWS, %d>", Shape::vector, Shape::warps, Shape::blocks,
                Shape::turn, Shape::stages);
  return {name, Shape::strip, 8, blocks, [](const FusedArguments<T, R>& a, int tasks) {
            strips<Layout, T, R><<<ceil_div(tasks, Shape::warps), Shape::threads>>>(a);
          }};
}
template <class Layout, class T>
Candidate<T> ring_candidate() {
  using Shape = RingShape<Layout, T, R>;
  const auto kernel = ring_strips<Layout, T, R>;
  checked(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Shape::bytes), "shared memory");
  int blocks = 0;
  checked(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, Shape::threads, Shape::bytes), "occupancy");
  char name[80];
  std::snprintf(name, sizeof name, "RingLayout<%d, %d, %d, %d, %d, %d, ROWS, %d>", Shape::strip, Shape::vector,
                Shape::height, Shape::teams, Shape::width, Shape::blocks, Shape::stages);
  return {name, Shape::strip, Shape::rows, blocks, [](const FusedArguments<T, R>& a, int tasks) {
            ring_strips<Layout, T, R><<<tasks, Shape::threads, Shape::bytes>>>(a);
          }};
}

template <class T>
std::vector<Candidate<T>> candidates() {
  constexpr int n = 16 / sizeof(T);  // columns that a lane has at most
  std::vector<Candidate<T>> out;
  const auto add = [&](Candidate<T> each) {
    if (each.resident > 0) out.push_back(std::move(each));
  };
#define MARCH(...) add(march_candidate<MarchLayout<__VA_ARGS__>, T>())
#define RING(...) add(ring_candidate<RingLayout<__VA_ARGS__>, T>())
  if constexpr (R <= 3) {
    MARCH(n, 4, 6, 2 * R, 8, 6);
    MARCH(n, 4, 6, 1, 8, 6);
    MARCH(n, 4, 5, 2 * R, 8, 6);
    MARCH(n, 4, 5, 1, 8, 4);
    MARCH(n, 2, 12, 2 * R, 8, 4);
    MARCH(n, 2, 10, 1, 8, 8);
    MARCH(n / 2, 4, 8, 2 * R, 8, 6);
  } else if constexpr (R <= 8) {
    MARCH(n, 4, 5, 1, 32, 6);
    MARCH(n, 4, 4, 1, 32, 6);
    MARCH(n, 4, 4, 1, 32, 4);
    MARCH(n, 2, 8, 1, 32, 6);
    MARCH(n, 4, 3, 1, 32, 6);
    MARCH(n / 2, 4, 6, 1, 32, 6);
    MARCH(n / 2, 4, 8, 1, 32, 4);
  }
  if constexpr (sizeof(T) == 4) {
    RING(256, 2, 4, 2, 16, 1, 512, 2);
    RING(128, 2, 4, 4, 16, 1, 512, 2);
    RING(128, 2, 8, 2, 16, 3, 512, 2);
    RING(128, 2, 8, 2, 16, 3, 512, 3);
    RING(128, 2, 8, 4, 16, 1, 512, 2);
    RING(128, 2, 8, 2, 8, 3, 512, 2);
    RING(128, 4, 4, 4, 16, 3, 512, 2);
    RING(128, 4, 4, 4, 16, 3, 512, 3);
    RING(64, 2, 8, 4, 8, 3, 512, 2);
  } else {
    RING(128, 1, 4, 2, 8, 1, 512, 2);
    RING(128, 1, 8, 1, 8, 3, 512, 2);
    RING(128, 1, 8, 1, 8, 3, 512, 3);
    RING(128, 1, 8, 2, 8, 1, 512, 2);
    RING(128, 2, 4, 2, 8, 3, 512, 2);
    RING(64, 1, 8, 2, 8, 3, 512, 2);
    RING(64, 1, 8, 2, 8, 3, 512, 3);
    RING(64, 2, 4, 4, 8, 3, 512, 2);
  }
#undef MARCH
#undef RING
  return out;
}

template <class T>
bool right(const Fields<T>& fields, const Candidate<T>& candidate) {
  bool same = true;
  for (const Size size : {Size{1000, 263}, Size{517, 300}, Size{3, 40}, Size{260, 5}}) {
    for (const Border border : {Border::zero, Border::clamp, Border::mirror}) {
      for (const int units : {1, 5}) {
        const bool wide = size.width % (16 / static_cast<int>(sizeof(T))) == 0;
        FusedArguments<T, R> first = fields.arguments(size, border, wide);
        FusedArguments<T, R> second = first;
        first.common.output.data = second.common.input.data = fields.between;
        second.common.output.data = fields.expected;
        const dim3 grid(ceil_div(size.width, 128), size.height);
        plain<T><<<grid, 128>>>(first, false);
        plain<T><<<grid, 128>>>(second, true);
        const auto count = static_cast<std::size_t>(size.width) * size.height;
        checked(cudaMemset(fields.output, 0xff, count * sizeof(T)), "memset");
        checked(cudaMemset(fields.differing, 0, sizeof(unsigned)), "memset");
        candidate.run(fields.arguments(size, border, wide), units * candidate.unit);
        count_differing<<<static_cast<unsigned>((count + 255) / 256), 256>>>(fields.output, fields.expected, count,
                                                                             fields.differing);
        unsigned differing = 0;
        checked(cudaMemcpy(&differing, fields.differing, sizeof differing, cudaMemcpyDeviceToHost),
                candidate.name.c_str());
        if (differing > 0) {
          std::printf("WRONG fp%zu r=%d %s: %u of %d x %d, border %d, %d rows\n", 8 * sizeof(T), R,
                      candidate.name.c_str(), differing, size.width, size.height, static_cast<int>(border),
                      units * candidate.unit);
          same = false;
        }
      }
    }
  }
  return same;
}

/// The least mean of some batches of launches, in milliseconds.
template <class T>
float time_of(const Candidate<T>& candidate, const FusedArguments<T, R>& a, int rows) {
  constexpr int batches = 3;
  constexpr int launches = 4;
  cudaEvent_t begin, end;
  checked(cudaEventCreate(&begin), "event");
  checked(cudaEventCreate(&end), "event");
  float least = 1e9F;
  candidate.run(a, rows);
  for (int batch = 0; batch < batches; ++batch) {
    checked(cudaEventRecord(begin), "event");
    for (int i = 0; i < launches; ++i) candidate.run(a, rows);
    checked(cudaEventRecord(end), "event");
    checked(cudaEventSynchronize(end), candidate.name.c_str());
    float ms = 0;
    checked(cudaEventElapsedTime(&ms, begin, end), "event");
    least = std::min(least, ms / launches);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return least;
}

template <class T>
bool measure(const ShapesAsked& asked) {
  const Fields<T> fields(static_cast<std::size_t>(asked.side) * asked.side);
  bool same = true;
  std::vector<Candidate<T>> all = candidates<T>();
  std::erase_if(all, [&](const Candidate<T>& each) {
    const bool ok = right(fields, each);
    same = same && ok;
    return !ok;
  });
  for (const int width : {asked.side, asked.side - 1}) {
    const FusedArguments<T, R> a = fields.arguments({width, asked.side}, Border::mirror, width == asked.side);
    std::vector<Timed> times;
    for (const Candidate<T>& each : all) {
      std::vector<Timed> own;
      for (const int rows : {8, 16, 32, 64, 128, 256, 512}) {
        if (rows < each.unit || rows < R / 2) continue;
        own.push_back({each.name, rows, time_of(each, a, rows)});
      }
      times.push_back(*std::min_element(own.begin(), own.end(), [](auto& l, auto& r) { return l.ms < r.ms; }));
    }
    std::sort(times.begin(), times.end(), [](auto& l, auto& r) { return l.ms < r.ms; });
    const double pixels = static_cast<double>(width) * asked.side;
    const double limit = std::max(2 * sizeof(T) * pixels / asked.copy,
                                  (4.0 * R + 2) * pixels / (sizeof(T) == 4 ? asked.fp32 : asked.fp64));
    for (std::size_t i = 0; i < std::min<std::size_t>(times.size(), 4); ++i) {
      std::printf("fp%zu r=%-2d w=%d %.4f ms %.2f of limit, rows %3d %s\n", 8 * sizeof(T), R, width, times[i].ms,
                  limit * 1e3 / times[i].ms, times[i].rows, times[i].name.c_str());
    }
  }
  std::fflush(stdout);
  return same;
}

}  // namespace

template <>
bool measure_shapes<R>(const ShapesAsked& asked) {
  const bool narrow = measure<float>(asked);
  return measure<double>(asked) && narrow;
}

}  // namespace heteroscope::blur
