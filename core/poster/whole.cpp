#include "core/poster/whole.hpp"

#include <vector>

#include "core/types/packed_values.hpp"

namespace heteroscope {
namespace {

constexpr std::int64_t span_cells = std::int64_t{1} << 22;

template <class Put>
void put_all(PosterFile& file, const Put& put) {
  const Size piece = file.usual_piece(span_cells);
  file.begin(piece);
  const Pieces pieces = file.pieces(piece);
  for (std::int64_t i = 0; i < pieces.count(); ++i) put(pieces[i]);
  file.end();
}

}  // namespace

void put_whole(PosterFile& file, const FieldView& values) {
  const std::size_t cell = bytes_of(values.precision);
  std::vector<std::byte> cells;
  put_all(file, [&](const Cutout& part) {
    const std::size_t row_bytes = static_cast<std::size_t>(part.size.width) * cell;
    cells.resize(row_bytes * static_cast<std::size_t>(part.size.height));
    pack_values(values, part, cells.data());
    file.put(part, {.values = {cells.data(), part.size, values.precision}, .colors = {}});
  });
}

void put_whole(PosterFile& file, const PartColors& colors) {
  Pixels pixels;
  put_all(file, [&](const Cutout& part) {
    pixels.resize(static_cast<std::size_t>(part.size.area()));
    colors(part, pixels.data());
    file.put(part, {.values = {nullptr, part.size}, .colors = pixels});
  });
}

}  // namespace heteroscope
