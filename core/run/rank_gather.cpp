#include <algorithm>
#include <cstring>

#include "core/run/rank_steps.hpp"
#include "core/world/letters.hpp"

namespace heteroscope {

/// A few MiB at a time, of which two are under way: rank 0 has no more of them than that beside the field.
void RankSteps::gather(const FieldView& field) {
  constexpr std::size_t most_bytes = std::size_t{4} << 20;
  constexpr int under_way = 2;
  const std::size_t row = rows_of_plane(field, {0, 1}).bytes;
  const int at_once = std::max(static_cast<int>(most_bytes / row), 1);
  const auto piece_of = [&](Rows band, int i) {
    const int begin = band.begin + i * at_once;
    return Rows{std::min(begin, band.end), std::min(begin + at_once, band.end)};
  };
  if (companions_.rank() > 0) {
    for (int i = 0; !piece_of(band_, i).empty(); ++i) {
      if (i >= under_way) companions_.receive(0);  // it has taken one
      const RowsOfPlane piece = rows_of_plane(field, piece_of(band_, i));
      companions_.send(0, std::span<const std::byte>(piece.data, piece.bytes));
    }
    return;
  }
  for (int rank = 1; rank < companions_.count(); ++rank) {
    const Rows band = plan_.bands[static_cast<std::size_t>(rank)];
    for (int i = 0; !piece_of(band, i).empty(); ++i) {
      const std::vector<std::byte> letter = companions_.receive(rank);
      const RowsOfPlane piece = rows_of_plane(field, piece_of(band, i));
      std::memcpy(piece.data, rest_of(letter).first(piece.bytes).data(), piece.bytes);
      if (!piece_of(band, i + under_way).empty()) companions_.send(rank, std::span<const std::byte>());
    }
  }
}

}  // namespace heteroscope
