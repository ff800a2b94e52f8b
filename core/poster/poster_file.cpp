#include "core/poster/poster_file.hpp"

#include <algorithm>
#include <utility>

#include "core/color/colorize.hpp"
#include "core/poster/poster_formats.hpp"

namespace heteroscope {

Size wide_span(const PosterShape& shape, Size wanted, int rows_together) {
  const int width = std::min({shape.size.width, wanted.width, shape.longest_side});
  const std::int64_t groups = (std::int64_t{wanted.height} - 1) / rows_together + 1;
  const std::int64_t most = std::max(shape.longest_side / rows_together, 1);
  return {width, static_cast<int>(std::min<std::int64_t>(std::min(groups, most) * rows_together, shape.size.height))};
}

Size full_rows(Size whole, std::int64_t cells) {
  const std::int64_t rows = std::clamp<std::int64_t>(cells / whole.width, 1, longest_side_at_once);
  return {whole.width, static_cast<int>(rows)};
}

double least_deflated(Size size, std::size_t cell_bytes) {
  constexpr double best = 258.0 * 8 / 2;
  return static_cast<double>(size.width) * size.height * static_cast<double>(cell_bytes) / best;
}

void color_part(const PartCells& cells, const ColorMap& colors, std::uint32_t* out) {
  if (cells.colors.empty()) return colorize(cells.values, colors, out);
  std::copy(cells.colors.begin(), cells.colors.end(), out);
}

std::unique_ptr<PosterFile> poster_file(const std::string& extension, PosterShape shape, PositionedFile& file) {
  if (extension == ".png") return poster_png(std::move(shape), file);
  if (extension == ".npy") return poster_npy(std::move(shape), file);
  if (extension == ".tif" || extension == ".tiff") return poster_tiff(std::move(shape), file);
  return nullptr;
}

}  // namespace heteroscope
