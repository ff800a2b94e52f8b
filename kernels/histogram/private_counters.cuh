#pragma once

#include <cstdint>

#include "kernels/histogram/private_cut.hpp"

// Counters of 8 bits that belong to one thread each: there are no atomics and no conflicts, whatever the values. Before
// they could overflow they are added to the 32-bit counters of the block and reset; all lanes of a warp do so together.

namespace heteroscope::histogram {

/// Counters for up to eight bins: the bytes of a 64-bit register.
class RegisterCounters : public RegisterPlaces {
 public:
  __device__ RegisterCounters(std::uint32_t*, int) {}

  __device__ void add(int first, int second) {
    packed_ += (std::uint64_t{1} << (8 * first)) + (std::uint64_t{1} << (8 * second));
  }

  /// Adds up over the warp in fields of 16 bits, where the sums, at most 32 · 255, fit.
  __device__ void empty_into(std::uint32_t* of_block) {
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
      atomicAdd(of_block + bin, static_cast<std::uint32_t>(sums >> (bin / 2 * 16)) & 0xffffU);
    }
  }

 private:
  std::uint64_t packed_ = 0;
};

/// Counters for any number of bins: bytes in shared memory, laid out as ColumnPlaces says.
class ColumnCounters : public ColumnPlaces {
 public:
  /// `words` are the warp's own, in shared memory, aligned to 16 bytes.
  __device__ ColumnCounters(std::uint32_t* words, int bins)
      : words_(words), rows_(rows(bins)), column_(reinterpret_cast<unsigned char*>(words + threadIdx.x % warp)) {
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
  __device__ void empty_into(std::uint32_t* of_block) {
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
      atomicAdd(of_block + 4 * row, even & 0xffffU);
      atomicAdd(of_block + 4 * row + 1, odd & 0xffffU);
      atomicAdd(of_block + 4 * row + 2, even >> 16);
      atomicAdd(of_block + 4 * row + 3, odd >> 16);
    }
    __syncwarp();
    clear();
  }

 private:
  __device__ void clear() {
    auto* words = reinterpret_cast<uint4*>(words_);
    for (int i = threadIdx.x % warp; i < rows_ * (warp / 4); i += warp) words[i] = {0, 0, 0, 0};
    __syncwarp();
  }

  std::uint32_t* words_;
  int rows_;
  unsigned char* column_;
};

}  // namespace heteroscope::histogram
