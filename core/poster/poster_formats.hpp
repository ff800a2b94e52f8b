#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/poster/poster_file.hpp"

/// One file for each format, and what they have in common.
namespace heteroscope {

std::unique_ptr<PosterFile> poster_png(PosterShape shape, PositionedFile& file);
std::unique_ptr<PosterFile> poster_npy(PosterShape shape, PositionedFile& file);
std::unique_ptr<PosterFile> poster_tiff(PosterShape shape, PositionedFile& file);

/// Pieces of formats that go row by row: full rows, as many cells as wanted, but no side that is longer than can be.
Size wide_span(const PosterShape& shape, Size wanted, int rows_together);
/// About so many cells in full rows.
Size full_rows(Size whole, std::int64_t cells);
/// The least size of cells of four bytes, or of so many, when compressed: deflate encodes at best 258 of them in two
/// bits.
double least_deflated(Size size, std::size_t cell_bytes);
/// Computes the colors of a part's pixels; `out` has room for them.
void color_part(const PartCells& cells, const ColorMap& colors, std::uint32_t* out);

}  // namespace heteroscope
