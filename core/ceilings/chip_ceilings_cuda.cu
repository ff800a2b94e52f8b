#include <algorithm>
#include <string>
#include <vector>

#include "core/ceilings/chip_ceilings.hpp"
#include "core/ceilings/fixed_loop.hpp"
#include "core/ceilings/settled_time.cuh"
#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope::device {

namespace {

constexpr int threads = 256;
constexpr int quads = 1024;   // of a block's shared memory: 16 KiB
constexpr int unrolled = 16;  // loads under way
constexpr int warp_quads = 32;

__device__ unsigned folded(uint4 value) {
  return value.x ^ value.y ^ value.z ^ value.w;
}

/// Every lane 16 bytes a load, side by side: no bank conflicts. Each turn begins elsewhere, so that no load is the one
/// before. A sum is stored only if it is `wanted`.
__global__ void read_shared(int turns, unsigned wanted, unsigned* sink) {
  __shared__ uint4 tile[quads];
  for (unsigned i = threadIdx.x; i < quads; i += blockDim.x) tile[i] = make_uint4(i, 2 * i, 3 * i, 5 * i);
  __syncthreads();
  unsigned sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
    const uint4* const from = tile + threadIdx.x + turn % 8 * warp_quads;
#pragma unroll
    for (int i = 0; i < unrolled; ++i) sum += folded(from[i * warp_quads]);
  }
  if (sum == wanted) *sink = sum;
}

/// All threads together read `count` quads, a power of two, again and again past the first cache.
__global__ void read_cached(const uint4* from, unsigned count, int turns, unsigned wanted, unsigned* sink) {
  const unsigned all = gridDim.x * blockDim.x;
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int i = 0; i < unrolled; ++i) {
      sum += folded(__ldcg(from + (at & (count - 1))));
      at += all;
    }
  }
  if (sum == wanted) *sink = sum;
}

/// So many turns that a launch takes as long as a large frame, from the time of a few.
template <class Launch>
double bytes_per_second(const Stream& stream, double bytes_a_turn, Launch launch) {
  constexpr int trial = 64;
  constexpr double launch_ms = 10;
  launch(trial);
  const double trial_ms = milliseconds(stream, [&] { launch(trial); });
  const int turns = std::max(trial, static_cast<int>(trial * launch_ms / trial_ms));
  return bytes_a_turn * turns / settled_seconds(stream, [&] { launch(turns); });
}

/// Quads that fill a quarter of the second-level cache, a power of two.
unsigned cached_quads() {
  int device = 0;
  HETEROSCOPE_CUDA(cudaGetDevice(&device));
  int bytes = 0;
  HETEROSCOPE_CUDA(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device));
  unsigned out = threads;
  while (2 * out * sizeof(uint4) <= static_cast<std::size_t>(bytes) / 4) out *= 2;
  return out;
}

double shared_rate(const Stream& stream) {
  const Buffer sink(MemoryKind::device, sizeof(unsigned));
  const int blocks = facts().multiprocessors * 8;
  return bytes_per_second(stream, 1.0 * blocks * threads * unrolled * sizeof(uint4), [&](int turns) {
    read_shared<<<blocks, threads, 0, stream.get()>>>(turns, 1, static_cast<unsigned*>(sink.device()));
    HETEROSCOPE_LAUNCHED(read_shared);
  });
}

double l2_rate(const Stream& stream) {
  const Buffer sink(MemoryKind::device, sizeof(unsigned));
  const unsigned count = cached_quads();
  const Buffer set(MemoryKind::device, count * sizeof(uint4));
  fill_zero(set.device(), count * sizeof(uint4), stream);
  const int blocks = facts().multiprocessors * 8;
  return bytes_per_second(stream, 1.0 * blocks * threads * unrolled * sizeof(uint4), [&](int turns) {
    read_cached<<<blocks, threads, 0, stream.get()>>>(static_cast<const uint4*>(set.device()), count, turns, 1,
                                                      static_cast<unsigned*>(sink.device()));
    HETEROSCOPE_LAUNCHED(read_cached);
  });
}

unsigned host_folded(unsigned i) {
  return i ^ 2 * i ^ 3 * i ^ 5 * i;
}

/// Whether a kernel that wants `sum` stores it.
template <class Launch>
bool finds(unsigned sum, const Stream& stream, Launch launch) {
  const Buffer sink(MemoryKind::device, sizeof(unsigned));
  fill_zero(sink.device(), sizeof(unsigned), stream);
  launch(sum, static_cast<unsigned*>(sink.device()));
  unsigned found = 0;
  copy(&found, sink.device(), sizeof found, Direction::to_host, stream);
  stream.synchronize();
  return found == sum;
}

}  // namespace

ChipRates measure_chip() {
  const Stream stream;
  return {.l2_bytes_per_s = l2_rate(stream), .shared_bytes_per_s = shared_rate(stream)};
}

std::string wrong_chip_ceilings() {
  constexpr int turns = 11;
  constexpr unsigned thread = 5;  // whose sum is asked for
  const Stream stream;
  unsigned of_shared = 0;
  for (unsigned turn = 0; turn < turns; ++turn) {
    for (unsigned i = 0; i < unrolled; ++i) of_shared += host_folded(thread + turn % 8 * warp_quads + i * warp_quads);
  }
  if (!finds(of_shared, stream, [&](unsigned wanted, unsigned* sink) {
        read_shared<<<1, threads, 0, stream.get()>>>(turns, wanted, sink);
        HETEROSCOPE_LAUNCHED(read_shared);
      }))
    return "the ceiling's reads of shared memory find other values than were put there";
  constexpr unsigned count = 1024;
  std::vector<uint4> values(count);
  for (unsigned i = 0; i < count; ++i) values[i] = make_uint4(i, 2 * i, 3 * i, 5 * i);
  const Buffer set(MemoryKind::device, count * sizeof(uint4));
  copy(set.device(), values.data(), count * sizeof(uint4), Direction::to_device, stream);
  unsigned of_cache = 0;
  for (unsigned i = 0; i < turns * unrolled; ++i) of_cache += host_folded((thread + i * threads) % count);
  if (!finds(of_cache, stream, [&](unsigned wanted, unsigned* sink) {
        read_cached<<<1, threads, 0, stream.get()>>>(static_cast<const uint4*>(set.device()), count, turns, wanted,
                                                     sink);
        HETEROSCOPE_LAUNCHED(read_cached);
      }))
    return "the ceiling's reads past the first cache find other values than were put there";
  return wrong_fixed_loop();
}

}  // namespace heteroscope::device
