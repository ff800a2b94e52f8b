#include "core/poster/band_pieces.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "core/world/messages.hpp"

namespace heteroscope {
namespace {

/// The rows of a piece that are in a band.
Rows rows_in(const Cutout& part, Rows band) {
  return {std::max(part.y, band.begin), std::min(part.y + part.size.height, band.end)};
}

/// Copies rows of a piece, which follow each other at `to`, from a view of the whole.
void pack(const FieldView& from, const Cutout& part, Rows rows, std::byte* to) {
  const std::size_t cell = bytes_of(from.precision);
  const std::size_t bytes = static_cast<std::size_t>(part.size.width) * cell;
  for (int y = rows.begin; y < rows.end; ++y, to += bytes)
    std::memcpy(to, rows_of_plane(from, {y, y + 1}).data + static_cast<std::size_t>(part.x) * cell, bytes);
}

/// Sends what rank 0 asks for: it knows what comes next.
void serve(Communicator& communicator, const FieldBand& own, const Pieces& pieces) {
  std::vector<std::byte> cells;
  for (std::int64_t i = 0; i < pieces.count(); ++i) {
    const Cutout part = pieces[i];
    const Rows rows = rows_in(part, own.own);
    if (rows.empty()) continue;
    communicator.receive(0);
    cells.resize(static_cast<std::size_t>(rows.count()) * static_cast<std::size_t>(part.size.width) *
                 bytes_of(own.whole.precision));
    pack(own.view(), part, rows, cells.data());
    communicator.send(0, std::span<const std::byte>(cells));
  }
}

}  // namespace

void bring_pieces(Communicator& communicator, const Parts& bands, const FieldBand& own, const Pieces& pieces,
                  const PutPiece& put) {
  if (communicator.rank() > 0) return serve(communicator, own, pieces);
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
    if (const Rows rows = rows_in(part, own.own); !rows.empty()) pack(own.view(), part, rows, place(rows));
    others(part, [&](int rank, Rows rows) {
      const std::vector<std::byte> letter = communicator.receive(rank);
      const std::size_t bytes = row_bytes * static_cast<std::size_t>(rows.count());
      std::memcpy(place(rows), rest_of(letter).first(bytes).data(), bytes);
    });
    put(part, {cells.data(), part.size, precision});
  }
}

}  // namespace heteroscope
