#pragma once

#include <cstdint>

#include "kernels/histogram/tiled_count.cuh"

// Counters of 8 bits that belong to one thread each: there are no atomics and no conflicts, whatever the values. Before
// they could overflow they are added to the 32-bit counters of the block and reset; all lanes of a warp do so together.

namespace heteroscope::histogram {

inline constexpr int most_in_a_byte = 255;

/// Counters for up to eight bins: the bytes of a 64-bit register.
class RegisterCounters {
 public:
  static constexpr int most_bins = 8;
  static constexpr int most_between = most_in_a_byte;
  static constexpr int bytes_a_warp(int) { return 0; }

  __device__ explicit RegisterCounters(const SharedWords& words) : of_block_(words.of_block) {}

  __device__ void add(int first, int second) {
    packed_ += (std::uint64_t{1} << (8 * first)) + (std::uint64_t{1} << (8 * second));
  }

  /// Adds up over the warp in fields of 16 bits, where the sums, at most 32 · 255, fit.
  __device__ void empty() {
    constexpr std::uint64_t every_other_byte = 0x00ff00ff00ff00ffULL;
    std::uint64_t even = packed_ & every_other_byte;
    std::uint64_t odd = (packed_ >> 8) & every_other_byte;
    packed_ = 0;
#pragma unroll
    for (int distance = warp / 2; distance > 0; distance /= 2) {
      even += __shfl_xor_sync(0xffffffffU, even, distance);
      odd += __shfl_xor_sync(0xffffffffU, odd, distance);
    }
    const int bin = threadIdx.x % warp;
    if (bin < most_bins) {
      const std::uint64_t sums = bin % 2 == 0 ? even : odd;
      atomicAdd(of_block_ + bin, static_cast<std::uint32_t>(sums >> (bin / 2 * 16)) & 0xffffU);
    }
  }
  __device__ void add_to_block(int bin) {
    atomicAdd(of_block_ + bin, 1U);
  }

 private:
  std::uint32_t* of_block_;
  std::uint64_t packed_ = 0;
};

/// Counters for more bins: bytes in shared memory. A warp has rows of 32 words, a row for every four bins; the bytes of
/// a lane lie in its own column, and so in its own bank.
class ColumnCounters {
 public:
  static constexpr int most_between = most_in_a_byte;
  __host__ __device__ static constexpr int bytes_a_warp(int bins) { return rows(bins) * warp * 4; }

  __device__ explicit ColumnCounters(const SharedWords& words)
      : of_block_(words.of_block),
        words_(words.of_warp),
        rows_(rows(words.bins)),
        column_(reinterpret_cast<unsigned char*>(words_ + threadIdx.x % warp)) {
    clear();
  }

  /// Both counters are read before either is written, so that two values take one latency.
  __device__ void add(int first, int second) {
    unsigned char* a = column_ + place(static_cast<unsigned>(first));
    unsigned char* b = column_ + place(static_cast<unsigned>(second));
    const int old_a = *a;
    const int old_b = *b;
    *a = static_cast<unsigned char>(old_a + 1);
    *b = static_cast<unsigned char>(old_b + (first == second ? 2 : 1));
  }

  /// Each lane adds up whole rows. It begins at its own column, so that no two lanes access the same bank.
  __device__ void empty() {
    const int lane = threadIdx.x % warp;
    __syncwarp();
    for (int row = lane; row < rows_; row += warp) {
      const std::uint32_t* words = words_ + row * warp;
      std::uint32_t even = 0;  // two sums of at most 32 · 255
      std::uint32_t odd = 0;
#pragma unroll 8
      for (int i = 0; i < warp; ++i) {
        const std::uint32_t four = words[(lane + i) % warp];
        even += four & 0x00ff00ffU;
        odd += (four >> 8) & 0x00ff00ffU;
      }
      atomicAdd(of_block_ + 4 * row, even & 0xffffU);
      atomicAdd(of_block_ + 4 * row + 1, odd & 0xffffU);
      atomicAdd(of_block_ + 4 * row + 2, even >> 16);
      atomicAdd(of_block_ + 4 * row + 3, odd >> 16);
    }
    __syncwarp();
    clear();
  }
  __device__ void add_to_block(int bin) {
    atomicAdd(of_block_ + bin, 1U);
  }

 private:
  __host__ __device__ static constexpr int rows(int bins) {
    return (bins + 3) / 4;
  }
  /// The offset of a bin's byte from its lane's column.
  __device__ static constexpr unsigned place(unsigned bin) {
    return bin / 4 * (warp * 4) + bin % 4;
  }
  __device__ void clear() {
    auto* words = reinterpret_cast<uint4*>(words_);
    for (int i = threadIdx.x % warp; i < rows_ * (warp / 4); i += warp) words[i] = {0, 0, 0, 0};
    __syncwarp();
  }

  std::uint32_t* of_block_;
  std::uint32_t* words_;
  int rows_;
  unsigned char* column_;
};

}  // namespace heteroscope::histogram
