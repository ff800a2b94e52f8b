#include <cstring>

#include "core/run/ranks/field_band.hpp"
#include "core/world/companions.hpp"
#include "core/world/letters.hpp"

namespace heteroscope {

/// Each sends first: nobody waits for who waits for him.
void complete(const FieldBand& band, Companions& companions) {
  const FieldView view = band.view();
  const Rows own = band.own;
  const Rows there = band.there();
  const int rank = companions.rank();
  const auto send = [&](int other, int row) {
    const RowsOfPlane piece = rows_of_plane(view, {row, row + 1});
    companions.send(other, std::span<const std::byte>(piece.data, piece.bytes));
  };
  const auto take = [&](int other, int row) {
    const std::vector<std::byte> letter = companions.receive(other);
    const RowsOfPlane piece = rows_of_plane(view, {row, row + 1});
    std::memcpy(piece.data, rest_of(letter).first(piece.bytes).data(), piece.bytes);
  };
  if (there.begin < own.begin) send(rank - 1, own.begin);
  if (there.end > own.end) send(rank + 1, own.end - 1);
  if (there.begin < own.begin) take(rank - 1, there.begin);
  if (there.end > own.end) take(rank + 1, own.end);
}

}  // namespace heteroscope
