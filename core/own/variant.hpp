#pragma once

#include "core/base/ceil_div.hpp"

/// The macros by which a file with a variant of one's own describes itself, beside its kernels or functions. The
/// program reads these lines as text, before any compiler does; to a compiler all but HETEROSCOPE_TUNE are nothing.
/// They stand at the beginning of a line, without a semicolon. docs/extending/own-variants.md explains the file.
///
///   HETEROSCOPE_VARIANT(heat)                      which workload it computes
///   HETEROSCOPE_VARIANT(binarize, mean)            which stage of a workload, where several take one's own variants
///   HETEROSCOPE_SUMMARY("One thread a node")       what lists say of it
///   HETEROSCOPE_KERNELS(first, second)             the kernels in their order, where there are several; each is
///                                                  launched with the same arguments
///   HETEROSCOPE_TUNE(tile, 16, {8, 16, 32, 64})    a constant `tile` of the source: 16, or another of these values
///                                                  where a person or `tune` chooses it
///
/// And of kernels for the GPU, in whole numbers of C++ without side effects, with the names width and height (of the
/// launch, in cells), cells (width * height), block_x, block_y, threads (block_x * block_y), multiprocessors, bytes (of
/// a value), the tuned constants, and ceil_div, min and max:
///
///   HETEROSCOPE_BLOCK(64, 4)                       threads of a block, where the person chooses none
///   HETEROSCOPE_GRID(ceil_div(width, block_x), ceil_div(height, block_y))    blocks; these are the default
///   HETEROSCOPE_SHARED(block_x * block_y * bytes)  bytes of dynamic shared memory
///   HETEROSCOPE_CELLS(block_x, 4 * block_y)        columns and rows of cells that a block computes, for the trace of
///                                                  its blocks; with the default grid it is a cell a thread
///
/// And for the memory lens, which addresses the threads of a file's one kernel reach, instruction by instruction: with
/// the same names, CUDA's threadIdx.x, blockIdx.x, blockDim.x and gridDim.x (and .y), x and y for blockIdx * blockDim +
/// threadIdx, and what the stage adds. The program computes from these lines; the kernel is never asked:
///
///   HETEROSCOPE_LET(inside, x < width && y < height)    a name for a number of each thread
///   HETEROSCOPE_TILE(tile, block_x + 1, block_y)        an array in shared memory: its columns and rows of values
///   HETEROSCOPE_LOADS(in, x + y * width, inside)        reads this element of an array, in threads for which the third
///                                                       is not 0
///   HETEROSCOPE_LOADS(in, x + j + y * width, inside, j < 3)    the same in a loop, or in several: j is 0, 1, 2
///   HETEROSCOPE_STORES(out[4], (x + y * width) / 4, inside)    writes; in[4]: four values at once, and their number
#define HETEROSCOPE_VARIANT(...)
#define HETEROSCOPE_SUMMARY(...)
#define HETEROSCOPE_KERNELS(...)
#define HETEROSCOPE_BLOCK(...)
#define HETEROSCOPE_GRID(...)
#define HETEROSCOPE_SHARED(...)
#define HETEROSCOPE_CELLS(...)
#define HETEROSCOPE_LET(...)
#define HETEROSCOPE_TILE(...)
#define HETEROSCOPE_LOADS(...)
#define HETEROSCOPE_STORES(...)

/// The constant is `initial`, unless the compiler is told another value by -DHETEROSCOPE_TUNED_name=,value. With that
/// comma the macro's value takes the second place, before the initial one.
#define HETEROSCOPE_TUNE(name, initial, ...) \
  inline constexpr int name = HETEROSCOPE_SECOND(HETEROSCOPE_TUNED_##name, initial, 0);
#define HETEROSCOPE_SECOND(...) HETEROSCOPE_SECOND_OF(__VA_ARGS__)
#define HETEROSCOPE_SECOND_OF(first, second, ...) second

/// A file of one's own is outside of all namespaces.
using heteroscope::ceil_div;
