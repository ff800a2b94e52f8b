#include <cstring>

#include "core/run/ranks/field_band.hpp"
#include "core/world/communicator.hpp"
#include "core/world/messages.hpp"

namespace heteroscope {

/// Each rank sends first, so that no two wait for each other.
void complete(const FieldBand& band, Communicator& communicator) {
  const FieldView view = band.view();
  const Rows own = band.own;
  const Rows there = band.there();
  const int rank = communicator.rank();
  const auto send = [&](int other, int row) {
    const RowsOfPlane piece = rows_of_plane(view, {row, row + 1});
    communicator.send(other, std::span<const std::byte>(piece.data, piece.bytes));
  };
  const auto take = [&](int other, int row) {
    const std::vector<std::byte> message = communicator.receive(other);
    const RowsOfPlane piece = rows_of_plane(view, {row, row + 1});
    std::memcpy(piece.data, rest_of(message).first(piece.bytes).data(), piece.bytes);
  };
  if (there.begin < own.begin) send(rank - 1, own.begin);
  if (there.end > own.end) send(rank + 1, own.end - 1);
  if (there.begin < own.begin) take(rank - 1, there.begin);
  if (there.end > own.end) take(rank + 1, own.end);
}

}  // namespace heteroscope
