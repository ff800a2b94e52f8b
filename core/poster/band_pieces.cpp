#include "core/poster/band_pieces.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "core/types/packed_values.hpp"
#include "core/world/messages.hpp"

namespace heteroscope {
namespace {

/// The rows of a piece that are in a band.
Rows rows_in(const Cutout& part, Rows band) {
  return {std::max(part.y, band.begin), std::min(part.y + part.size.height, band.end)};
}

/// These rows of a piece.
Cutout cut(const Cutout& part, Rows rows) {
  return {part.x, rows.begin, {part.size.width, rows.count()}, part.whole};
}

/// Sends what rank 0 asks for: it knows what comes next.
void serve_pieces(Communicator& communicator, const FieldBand& own, const Pieces& pieces) {
  std::vector<std::byte> cells;
  for (std::int64_t i = 0; i < pieces.count(); ++i) {
    const Cutout part = pieces[i];
    const Rows rows = rows_in(part, own.own);
    if (rows.empty()) continue;
    communicator.receive(0);
    cells.resize(static_cast<std::size_t>(rows.count()) * static_cast<std::size_t>(part.size.width) *
                 bytes_of(own.whole.precision));
    pack_values(own.view(), cut(part, rows), cells.data());
    communicator.send(0, std::span<const std::byte>(cells));
  }
}

}  // namespace

void bring_pieces(Communicator& communicator, const Parts& bands, const FieldBand& own, const Pieces& pieces,
                  const PutPiece& put) {
  if (communicator.rank() > 0) return serve_pieces(communicator, own, pieces);
  const auto others = [&](const Cutout& part, const auto& each) {
    for (std::size_t rank = 1; rank < bands.size(); ++rank) {
      const Rows rows = rows_in(part, bands[rank]);
      if (!rows.empty()) each(static_cast<int>(rank), rows);
    }
  };
  const auto ask_for = [&](std::int64_t i) {
    if (i < pieces.count())
      others(pieces[i], [&](int rank, Rows) { communicator.send(rank, std::span<const std::byte>()); });
  };
  const Precision precision = own.whole.precision;
  std::vector<std::byte> cells;
  ask_for(0);
  for (std::int64_t i = 0; i < pieces.count(); ++i) {
    ask_for(i + 1);
    communicator.end_if_asked();
    const Cutout part = pieces[i];
    const std::size_t row_bytes = static_cast<std::size_t>(part.size.width) * bytes_of(precision);
    cells.resize(row_bytes * static_cast<std::size_t>(part.size.height));
    const auto place = [&](Rows rows) {
      return cells.data() + row_bytes * static_cast<std::size_t>(rows.begin - part.y);
    };
    if (const Rows rows = rows_in(part, own.own); !rows.empty()) pack_values(own.view(), cut(part, rows), place(rows));
    others(part, [&](int rank, Rows rows) {
      const std::vector<std::byte> letter = communicator.receive(rank);
      const std::size_t bytes = row_bytes * static_cast<std::size_t>(rows.count());
      std::memcpy(place(rows), rest_of(letter).first(bytes).data(), bytes);
    });
    put(part, {cells.data(), part.size, precision});
  }
}

}  // namespace heteroscope
