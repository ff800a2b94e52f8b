#include <algorithm>
#include <cub/block/block_reduce.cuh>
#include <mutex>
#include <type_traits>
#include <vector>

#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/device/per_gpu.hpp"
#include "core/summary/summary_device.hpp"

namespace heteroscope::device {

namespace {

constexpr int threads = 256;
constexpr int most_blocks = 1024;

struct Combine {
  __host__ __device__ Summary operator()(const Summary& a, const Summary& b) const {
    if (a.count == a.nans) return add(b, a);
    if (b.count == b.nans) return add(a, b);
    Summary out = add(a, b);
    out.minimum = fmin(a.minimum, b.minimum);
    out.maximum = fmax(a.maximum, b.maximum);
    return out;
  }
  /// Counts and sums of both, the extremes of `values`.
  __host__ __device__ static Summary add(const Summary& values, const Summary& other) {
    Summary out = values;
    out.sum += other.sum;
    out.magnitudes += other.magnitudes;
    out.zeros += other.zeros;
    out.nans += other.nans;
    out.subnormals += other.subnormals;
    out.count += other.count;
    return out;
  }
};

/// A subnormal fp32 number is an ordinary double: `least_normal` is of the field's precision, and 0 of whole numbers.
__device__ void add_value(Summary& mine, double value, double least_normal) {
  const bool number = value == value;
  mine.minimum = !number ? mine.minimum : (mine.count == mine.nans ? value : fmin(mine.minimum, value));
  mine.maximum = !number ? mine.maximum : (mine.count == mine.nans ? value : fmax(mine.maximum, value));
  mine.sum += number ? value : 0.0;
  mine.magnitudes += number ? fabs(value) : 0.0;
  mine.zeros += value == 0 ? 1 : 0;
  mine.nans += number ? 0 : 1;
  mine.subnormals += value != 0 && fabs(value) < least_normal ? 1 : 0;
  mine.count += 1;
}

template <class T>
__global__ void summarize_blocks(FieldView view, Summary* partial) {
  constexpr double least_normal = std::is_integral_v<T> ? 0.0 : sizeof(T) == 4 ? 0x1p-126 : 0x1p-1022;
  Summary mine;
  if (view.domain == Domain::whole) {
    const T* data = view.row<T>(0);
    const std::int64_t count = view.count();
    for (std::int64_t i = blockIdx.x * std::int64_t{threads} + threadIdx.x; i < count;
         i += std::int64_t{gridDim.x} * threads) {
      add_value(mine, static_cast<double>(data[i]), least_normal);
    }
  } else {
    for (int y = static_cast<int>(blockIdx.x); y < view.size.height; y += static_cast<int>(gridDim.x)) {
      const T* row = view.row<T>(y);
      for (int x = static_cast<int>(threadIdx.x); x < view.values(y); x += threads) {
        add_value(mine, static_cast<double>(row[x]), least_normal);
      }
    }
  }
  using Reduce = cub::BlockReduce<Summary, threads>;
  __shared__ typename Reduce::TempStorage storage;
  const Summary total = Reduce(storage).Reduce(mine, Combine{});
  if (threadIdx.x == 0) partial[blockIdx.x] = total;
}

}  // namespace

Summary summarize(const FieldView& view, const Stream& stream) {
  // one buffer for all calls on a GPU: they are short, and a field is summarized once a frame
  static std::mutex mutex;
  static PerGpu<void*> partial;
  const std::lock_guard lock(mutex);
  const int blocks = std::min<int>(most_blocks, facts().multiprocessors * 4);
  auto* partials =
      static_cast<Summary*>(partial.get([] { return allocate(MemoryKind::device, most_blocks * sizeof(Summary)); }));
  with_value_type(view.precision,
                  [&]<class T>() { summarize_blocks<T><<<blocks, threads, 0, stream.get()>>>(view, partials); });
  HETEROSCOPE_LAUNCHED(summarize_blocks);
  std::vector<Summary> results(static_cast<std::size_t>(blocks));
  copy(results.data(), partials, results.size() * sizeof(Summary), Direction::to_host, stream);
  stream.synchronize();
  Summary out;
  for (const Summary& each : results) out = Combine{}(out, each);
  return out;
}

}  // namespace heteroscope::device
