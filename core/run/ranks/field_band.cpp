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

FieldBand band_of(const Field& result, Rows own, Companions& companions) {
  const Field on_host = result.with_host_copy();
  const FieldView from = on_host.host_view();
  FieldBand out{
      .whole = {.size = from.size, .precision = from.precision, .domain = from.domain}, .own = own, .memory = {}};
  const std::size_t row = static_cast<std::size_t>(from.size.width) * bytes_of(from.precision);
  out.memory = std::make_shared<Buffer>(MemoryKind::host, row * static_cast<std::size_t>(out.there().count()));
  std::memset(out.memory->host(), 0, row * static_cast<std::size_t>(out.there().count()));
  const FieldView to = out.view();
  for (int y = own.begin; y < own.end; ++y) {
    const std::size_t values = static_cast<std::size_t>(values_in_row(from.domain, from.size.width, y));
    std::memcpy(rows_of_plane(to, {y, y + 1}).data, rows_of_plane(from, {y, y + 1}).data,
                values * bytes_of(from.precision));
  }
  complete(out, companions);
  return out;
}

}  // namespace heteroscope
