#pragma once

#include <vector>

#include "core/model/access_pattern.hpp"

namespace heteroscope::transpose {

/// The memory accesses of all CUDA variants but cuBLAS's, whose kernels are the library's, and cuda_tma, which has no
/// model.
///
/// The figures below are for eight blocks on the diagonal of a large image whose rows begin at multiples of 32 bytes:
/// their tiles begin at every offset within a sector that the block shape leads to, and none is cut. They are compared
/// with the seed's table (fp32; global load, global store and shared efficiency, %), which nvprof measured on a Tesla
/// P100:
///
///   | variant            | block   | table               | model               |
///   | ------------------ | ------- | ------------------- | ------------------- |
///   | cuda_global        | 32 × 32 | 100 / 12.50 / –     | 100 / 12.50 / –     |
///   | cuda_shared        | 16 × 16 | 100 / 100   / 22.50 | 100 / 100   / 22.22 |
///   | cuda_shared        | 32 × 32 | 100 / 100   / 6.06  | 100 / 100   / 6.06  |
///   | cuda_shared_padded | 16 × 16 | 100 / 100   / 50    | 100 / 100   / 50    |
///   | cuda_shared_padded | 32 × 32 | 100 / 100   / 100   | 100 / 100   / 100   |
///
/// A warp stores to the tile once and loads from it once, 128 bytes each time: with 32 × 32 threads that takes 1 pass
/// and 32 passes (2/33), padded 1 and 1. With 16 × 16 threads a warp has two rows of the tile. Storing them takes one
/// pass. It then loads two columns, whose 32 words lie in 4 banks, 8 in each: 2 / (1 + 8) = 22.22 %. Padded, row 1
/// begins at word 17 and ends at word 32, which is in bank 0 as word 0 is: two passes, and likewise for the columns, 2
/// / (2 + 2). The table's 22.50 would be 9 passes in 40 (80/9 a warp, where there can only be whole passes), so it is
/// no count of the kernel's accesses; nvprof scales counters of some multiprocessors, read in several runs, up to the
/// whole, which explains 1.3 %.
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::transpose
