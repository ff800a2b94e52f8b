#pragma once

#include <vector>

#include "core/model/types.hpp"
#include "kernels/transpose/access_model.hpp"

/// What the warps of each CUDA variant touch, for the access model. The image is large, its rows begin at multiples of
/// 32 bytes, and no block is cut by its border; eight blocks along the diagonal stand for all, since their tiles begin
/// at every place within a sector that the block shape leads to.
///
/// Against the table of the seed (fp32; global load, global store, shared, %), which nvprof made on a Tesla P100:
///
///   | variant            | block   | table               | model               |
///   | ------------------ | ------- | ------------------- | ------------------- |
///   | cuda_global        | 32 × 32 | 100 / 12.50 / –     | 100 / 12.50 / –     |
///   | cuda_shared        | 16 × 16 | 100 / 100   / 22.50 | 100 / 100   / 22.22 |
///   | cuda_shared        | 32 × 32 | 100 / 100   / 6.06  | 100 / 100   / 6.06  |
///   | cuda_shared_padded | 16 × 16 | 100 / 100   / 50    | 100 / 100   / 50    |
///   | cuda_shared_padded | 32 × 32 | 100 / 100   / 100   | 100 / 100   / 100   |
///
/// A warp stores to the tile once and loads from it once, 128 bytes each time: with 32 × 32 threads one pass and 32
/// (2/33), padded one and one. With 16 × 16 a warp has two rows of the tile. Storing them takes one pass. It then loads
/// two columns, whose 32 words lie in 4 banks, 8 in each: 2 / (1 + 8) = 22.22 %. Padded, row 1 begins at word 17 and
/// ends at word 32, in bank 0 as word 0 does: two passes, and so for the columns, 2 / (2 + 2). The table's 22.50 would
/// be 9 passes in 40 (80/9 a warp where there can only be whole ones), so it is no count of the kernel's accesses;
/// nvprof scales counters of some multiprocessors, read in several runs, up to the whole, which 1.3 % fits.
namespace heteroscope::transpose {

std::vector<WarpAccess> global_pattern(BlockShape block, Precision precision);
/// `pad`: unused elements at the end of each row of the tile.
std::vector<WarpAccess> tile_pattern(BlockShape block, Precision precision, int pad);
std::vector<WarpAccess> vectorised_pattern(Precision precision);

/// The variants' models.
std::vector<ModelFigure> model_global(BlockShape block, Precision precision);
std::vector<ModelFigure> model_shared(BlockShape block, Precision precision);
std::vector<ModelFigure> model_shared_padded(BlockShape block, Precision precision);
std::vector<ModelFigure> model_vectorised(BlockShape block, Precision precision);

}  // namespace heteroscope::transpose
