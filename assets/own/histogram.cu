// A variant of one's own of histogram: how many values of an image belong to each bin.
//
// The kernel is given
//   histogram.count     how many values there are: they are numbered from 0 to histogram.count - 1
//   histogram.bin(i)    the bin of the i-th value, from 0 to histogram.bins - 1
//   histogram.counts    a counter for each bin. They need not be 0, since other launches may have counted before
// A launch is over the rows of an image, as a rectangle; here it is taken for one line of its cells.
// kernels/histogram/own.hpp explains all members. T is float or double, as the person has chosen.
#include "kernels/histogram/own.hpp"
using namespace heteroscope::histogram;

HETEROSCOPE_VARIANT(histogram)
HETEROSCOPE_SUMMARY("One atomic addition a value, in global memory")
HETEROSCOPE_BLOCK(256, 1)
HETEROSCOPE_GRID(ceil_div(cells, threads), 1)

template <class T>
__global__ void count_up(const Histogram<T> histogram) {
  const auto threads = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (auto i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < histogram.count; i += threads) {
    atomicAdd(histogram.counts + histogram.bin(i), 1ULL);
  }
}

// What to try next:
// - All threads add to few addresses, and must take turns. Let a block count in shared memory first: 1024 unsigned
//   counters, which it sets to 0, and adds to histogram.counts at the end. (More than 48 KiB do not fit; where
//   histogram.bins is above 1024, count as above.) With HETEROSCOPE_GRID(multiprocessors * 8, 1) a block counts many
//   values before that.
// - Where most values belong to one bin, the threads of a warp still take turns. Counters for each warp of a block,
//   or __match_any_sync to count what a warp has alike, help: try 8 bins, and an image of one color.
// - Load 16 bytes at a time: reinterpret_cast<const float4*>(histogram.in_data), where that address allows it.
// Each value is read once: how near does it come to what memory allows?
