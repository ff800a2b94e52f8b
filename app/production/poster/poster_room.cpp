#include "app/production/poster/poster_room.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/files/disk_room.hpp"
#include "app/text/format.hpp"

namespace heteroscope {
namespace {

constexpr int tiles_along = 4;
constexpr int tile_side = 256;

/// The bytes a cell in the file, by sampling tiles that lie evenly over the picture. None if no part can be computed
/// yet.
std::optional<double> sampled_bytes_a_cell(PosterFile& poster, PartMaker& maker) {
  if (maker.reduction() != nullptr) return std::nullopt;
  const Size whole = maker.size();
  const auto cells = [](int of) { return std::min(tile_side, of); };
  const auto place = [](int of, int i) {
    return static_cast<int>(std::int64_t{of - std::min(tile_side, of)} * i / (tiles_along - 1));
  };
  double bytes = 0;
  double taken = 0;
  for (int i = 0; i < tiles_along * tiles_along; ++i) {
    const Cutout part{.x = place(whole.width, i % tiles_along),
                      .y = place(whole.height, i / tiles_along),
                      .size = {cells(whole.width), cells(whole.height)},
                      .whole = whole};
    const std::optional<MadePart> made = maker.make(part, {});
    bytes += poster.bytes_of_sample(made->part.cells());
    taken += static_cast<double>(part.size.area());
  }
  return bytes / taken;
}

}  // namespace

std::string look_at_room(const Unfinished& unfinished, PosterFile& poster, PartMaker& maker, std::uint64_t kept,
                         std::string_view how_to_go_on) {
  const std::optional<double> room = unfinished.room(kept);
  if (!room || poster.most_bytes() <= *room) return {};
  const Size size = maker.size();
  const auto refuse = [&](std::string_view needs, double bytes) {
    refuse_for_room(unfinished.out(), size, needs, bytes, *room);
  };
  if (poster.least_bytes() > *room) refuse("needs at least", poster.least_bytes());
  constexpr double certain = 2;
  const auto cells = static_cast<double>(size.width) * size.height;
  std::string likely;
  if (const auto each = sampled_bytes_a_cell(poster, maker)) {
    const double bytes = *each * cells;
    if (bytes > certain * *room) refuse("needs about", bytes);
    likely = fmt::format(" about {}, and", format_si(bytes, "B"));
  }
  return fmt::format("{} may need{} up to {}; the disk has room for {}. If it becomes full, {}",
                     unfinished.out().string(), likely, format_si(poster.most_bytes(), "B"), format_si(*room, "B"),
                     how_to_go_on);
}

}  // namespace heteroscope
