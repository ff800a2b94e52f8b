#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/ceilings/chip_ceilings.hpp"
#include "core/ceilings/device_ceilings.hpp"
#include "core/ceilings/settled_time.cuh"
#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope::device {

namespace {

constexpr int chains = 8;  // independent multiply-adds a thread: hides their latency
constexpr int threads = 256;
constexpr double launch_ms = 10;  // about as long as a large frame, so that clocks settle as they do under a kernel

/// Stores a thread's sum only if it is `wanted`. A measurement wants one that there is not: without a way to the memory
/// the work would be removed.
template <class T>
__global__ void multiply_add(int fma_a_chain, T factor, T summand, T wanted, T* sink) {
  std::array<T, chains> value;
#pragma unroll
  for (int i = 0; i < chains; ++i) value[i] = static_cast<T>(threadIdx.x + i);
#pragma unroll 16
  for (int n = 0; n < fma_a_chain; ++n) {
#pragma unroll
    for (int i = 0; i < chains; ++i) value[i] = fma(value[i], factor, summand);
  }
  T sum = 0;
#pragma unroll
  for (int i = 0; i < chains; ++i) sum += value[i];
  if (sum == wanted) *sink = sum;
}

__global__ void fill(uint4* to, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) to[i] = make_uint4(1, 2, 3, 4);
}

__global__ void copy_wide(const uint4* from, uint4* to, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

template <class T>
double fma_per_second(const Stream& stream) {
  const Buffer sink(MemoryKind::device, sizeof(T));
  const int blocks = facts().multiprocessors * 32;
  const auto launch = [&](int fma_a_chain) {
    multiply_add<T>
        <<<blocks, threads, 0, stream.get()>>>(fma_a_chain, T(0.999), T(0.001), T(-1), static_cast<T*>(sink.device()));
    HETEROSCOPE_LAUNCHED(multiply_add);
  };
  constexpr int trial = 1024;
  launch(trial);
  const double trial_ms = milliseconds(stream, [&] { launch(trial); });
  const int fma_a_chain = std::max(trial, static_cast<int>(trial * launch_ms / trial_ms));
  const double seconds = settled_seconds(stream, [&] { launch(fma_a_chain); });
  return static_cast<double>(blocks) * threads * chains * fma_a_chain / seconds;
}

/// Blocks of `threads`, a thread for each uint4.
unsigned blocks_for(std::size_t count) {
  return static_cast<unsigned>(ceil_div(count, threads));
}

/// Whether multiply_add() computes what the host does, for one of its threads.
template <class T>
bool multiplies_rightly(const Stream& stream) {
  constexpr int fma_a_chain = 37;
  constexpr int thread = 5;
  T wanted = 0;
  for (int i = 0; i < chains; ++i) {
    T value = static_cast<T>(thread + i);
    for (int n = 0; n < fma_a_chain; ++n) value = std::fma(value, T(0.999), T(0.001));
    wanted += value;
  }
  const Buffer sink(MemoryKind::device, sizeof(T));
  fill_zero(sink.device(), sizeof(T), stream);
  multiply_add<T>
      <<<1, threads, 0, stream.get()>>>(fma_a_chain, T(0.999), T(0.001), wanted, static_cast<T*>(sink.device()));
  HETEROSCOPE_LAUNCHED(multiply_add);
  T found = 0;
  copy(&found, sink.device(), sizeof found, Direction::to_host, stream);
  stream.synchronize();
  return found == wanted;
}

/// The first `count` of a buffer's elements are {1, 2, 3, 4}, and the one behind them is zero.
bool holds_pattern(const uint4* memory, std::size_t count, const Stream& stream) {
  std::vector<uint4> found(count + 1);
  copy(found.data(), memory, found.size() * sizeof(uint4), Direction::to_host, stream);
  stream.synchronize();
  const auto is = [](const uint4& v, unsigned a, unsigned b, unsigned c, unsigned d) {
    return v.x == a && v.y == b && v.z == c && v.w == d;
  };
  return std::all_of(found.begin(), found.end() - 1, [&](const uint4& v) { return is(v, 1, 2, 3, 4); }) &&
         is(found.back(), 0, 0, 0, 0);
}

}  // namespace

std::string wrong_ceilings() {
  const Stream stream;
  constexpr std::size_t count = 3 * threads + 7;
  const std::size_t bytes = (count + 1) * sizeof(uint4);
  const Buffer filled(MemoryKind::device, bytes);
  const Buffer copied(MemoryKind::device, bytes);
  auto* const from = static_cast<uint4*>(filled.device());
  auto* const to = static_cast<uint4*>(copied.device());
  fill_zero(from, bytes, stream);
  fill_zero(to, bytes, stream);
  fill<<<blocks_for(count), threads, 0, stream.get()>>>(from, count);
  HETEROSCOPE_LAUNCHED(fill);
  copy_wide<<<blocks_for(count), threads, 0, stream.get()>>>(from, to, count);
  HETEROSCOPE_LAUNCHED(copy_wide);
  if (!holds_pattern(from, count, stream)) return "the ceiling's fill leaves other values than it should";
  if (!holds_pattern(to, count, stream)) return "the ceiling's copy leaves other values than it should";
  if (!multiplies_rightly<float>(stream)) return "the ceiling's fp32 multiply-adds give another sum than the host's";
  if (!multiplies_rightly<double>(stream)) return "the ceiling's fp64 multiply-adds give another sum than the host's";
  return wrong_chip_ceilings();
}

FmaRates measure_fma() {
  const Stream stream;
  return {.fp32_per_s = fma_per_second<float>(stream), .fp64_per_s = fma_per_second<double>(stream)};
}

std::size_t largest_set() {
  return std::min<std::size_t>(std::size_t{2} << 30, free_memory() / 2);
}

MemoryRates measure_memory(std::size_t set_bytes) {
  const Stream stream;
  const std::size_t count = set_bytes / (2 * sizeof(uint4));  // of a half
  const std::size_t half = count * sizeof(uint4);
  const Buffer set(MemoryKind::device, 2 * half);
  auto* const from = static_cast<uint4*>(set.device());
  auto* const to = from + count;
  fill_zero(from, 2 * half, stream);
  const double copy_seconds = settled_seconds(stream, [&] { copy(to, from, half, Direction::on_device, stream); });
  const double kernel_seconds = settled_seconds(stream, [&] {
    copy_wide<<<blocks_for(count), threads, 0, stream.get()>>>(from, to, count);
    HETEROSCOPE_LAUNCHED(copy_wide);
  });
  const double fill_seconds = settled_seconds(stream, [&] {
    fill<<<blocks_for(2 * count), threads, 0, stream.get()>>>(from, 2 * count);
    HETEROSCOPE_LAUNCHED(fill);
  });
  const double set_seconds = settled_seconds(stream, [&] { fill_ones(from, 2 * half, stream); });
  const double moved = 2 * static_cast<double>(half);
  return {.copy_bytes_per_s = moved / std::min(copy_seconds, kernel_seconds),
          .fill_bytes_per_s = moved / std::min(fill_seconds, set_seconds)};
}

}  // namespace heteroscope::device
