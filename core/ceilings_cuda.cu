#include <algorithm>
#include <array>
#include <vector>

#include "core/buffer.hpp"
#include "core/cuda_check.cuh"
#include "core/device.hpp"
#include "core/statistics.hpp"

namespace heteroscope::device {

namespace {

constexpr int chains = 8;  // independent multiply-adds a thread: hides their latency
constexpr int fma_a_chain = 4096;
constexpr int threads = 256;
constexpr int repeats = 9;

template <class T>
__global__ void multiply_add(T factor, T summand, T* sink) {
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
  if (sum == T(-1)) *sink = sum;  // never: keeps the work from being removed
}

/// Median time of `body` on the stream, s; the first two runs are kept out.
template <class Body>
double median_seconds(const Stream& stream, Body body) {
  std::vector<double> samples;
  Event begin;
  Event end;
  for (int i = 0; i < repeats + 2; ++i) {
    begin.record(stream);
    body();
    end.record(stream);
    end.synchronize();
    if (i >= 2) samples.push_back(Event::elapsed_ms(begin, end) * 1e-3);
  }
  return statistics(samples).median;
}

template <class T>
double fma_per_second(const Stream& stream) {
  const Buffer sink(MemoryKind::device, sizeof(T));
  const int blocks = facts().multiprocessors * 32;
  const double seconds = median_seconds(stream, [&] {
    multiply_add<T><<<blocks, threads, 0, stream.get()>>>(T(0.999), T(0.001), static_cast<T*>(sink.device()));
    HETEROSCOPE_LAUNCHED(multiply_add);
  });
  return static_cast<double>(blocks) * threads * chains * fma_a_chain / seconds;
}

}  // namespace

Ceilings measure_ceilings() {
  const Stream stream;
  const std::size_t bytes = std::min<std::size_t>(std::size_t{1} << 30, free_memory() / 4);
  const Buffer from(MemoryKind::device, bytes);
  const Buffer to(MemoryKind::device, bytes);
  fill_zero(from.device(), bytes, stream);
  const double copy_seconds =
      median_seconds(stream, [&] { copy(to.device(), from.device(), bytes, Direction::on_device, stream); });
  return {.copy_bytes_per_s = 2.0 * static_cast<double>(bytes) / copy_seconds,
          .fma_fp32_per_s = fma_per_second<float>(stream),
          .fma_fp64_per_s = fma_per_second<double>(stream)};
}

}  // namespace heteroscope::device
