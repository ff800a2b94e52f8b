// A variant of one's own of binarize's first stage: the mean of all values of an image. The kernel adds the values
// up; the program divides by their number.
//
// The kernel is given
//   mean.count     how many values there are: they are numbered from 0 to mean.count - 1
//   mean.term(i)   the i-th value, in fp64
//   mean.sum       what their sum is to be added to; it need not be 0, since other launches may have added to it
// A launch is over the rows of an image, as a rectangle; here it is taken for one line of its cells.
// kernels/binarize/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/binarize/own.hpp"
using namespace heteroscope::binarize;

HETEROSCOPE_VARIANT(binarize, mean)
HETEROSCOPE_SUMMARY("One atomic addition a value")
HETEROSCOPE_BLOCK(512, 1)
HETEROSCOPE_GRID(ceil_div(cells, threads), 1)

template <class T>
__global__ void add_up(const Mean<T> mean) {
  const auto threads = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < mean.count; i += threads) {
    atomicAdd(mean.sum, mean.term(i));
  }
}

// What to try next:
// - All threads add to one number, and must take turns. Let each thread add up many values for itself first, and add
//   its sum once: with HETEROSCOPE_GRID(multiprocessors * 8, 1) the loop above has many turns.
// - Add up the sums of a warp by __shfl_down_sync(~0U, sum, 16), then 8, 4, 2 and 1: one atomic addition a warp.
// - Add up the warps' sums of a block in shared memory: one atomic addition a block.
// - Load 16 bytes at a time: reinterpret_cast<const float4*>(mean.in_data), where that address allows it.
// Each value is read once: how near does it come to what memory allows? And what becomes of the mean's last digits?
