#include <algorithm>
#include <cstdint>

#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"

namespace heteroscope::device {

namespace {

constexpr int most_pieces = 16;
constexpr int threads = 256;
constexpr std::size_t words_of_thread = 8;
constexpr unsigned most_blocks = 64;  ///< of a piece: enough for a link, and few beside what else runs

struct Pieces {
  Piece piece[most_pieces];
};

template <class Word>
__device__ void copy_words(const Piece& piece) {
  const auto* const from = static_cast<const Word*>(piece.from);
  auto* const to = static_cast<Word*>(piece.to);
  const std::size_t words = piece.bytes / sizeof(Word);
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
#pragma unroll 4
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < words; i += step) to[i] = from[i];
}

/// A row of blocks a piece. Words are as wide as places and length allow.
__global__ void __launch_bounds__(threads) copy_pieces_kernel(const __grid_constant__ Pieces pieces) {
  const Piece& piece = pieces.piece[blockIdx.y];
  const std::size_t odd =
      reinterpret_cast<std::uintptr_t>(piece.to) | reinterpret_cast<std::uintptr_t>(piece.from) | piece.bytes;
  if (odd % sizeof(uint4) == 0) {
    copy_words<uint4>(piece);
  } else if (odd % sizeof(uint2) == 0) {
    copy_words<uint2>(piece);
  } else if (odd % sizeof(unsigned) == 0) {
    copy_words<unsigned>(piece);
  } else {
    copy_words<unsigned char>(piece);
  }
}

}  // namespace

/// Small ones by a kernel, as each copy by itself takes as long as all of them together; the others as ever.
void copy_pieces(std::span<const Piece> pieces, const Stream& stream) {
  constexpr std::size_t small = std::size_t{1} << 20;
  Pieces together{};
  unsigned count = 0;
  std::size_t longest = 0;
  const auto launch = [&] {
    if (count == 0) return;
    const std::size_t blocks = longest / (sizeof(uint2) * threads * words_of_thread) + 1;
    const dim3 grid(static_cast<unsigned>(std::min<std::size_t>(blocks, most_blocks)), count);
    copy_pieces_kernel<<<grid, threads, 0, stream.get()>>>(together);
    HETEROSCOPE_LAUNCHED(copy_pieces_kernel);
    count = 0;
    longest = 0;
  };
  for (const Piece& each : pieces) {
    if (each.bytes > small) {
      copy(each.to, each.from, each.bytes, Direction::on_device, stream);
      continue;
    }
    together.piece[count++] = each;
    longest = std::max(longest, each.bytes);
    if (count == most_pieces) launch();
  }
  launch();
}

}  // namespace heteroscope::device
