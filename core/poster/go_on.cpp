#include "core/poster/go_on.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace heteroscope {
namespace {

/// The pieces of a checksum, at their place. False: it was given up.
bool put_again(PosterFile& file, Size piece, const Kept& kept, std::size_t index, const ComputePart& compute) {
  const PiecesSum& sum = kept.sums[index];
  const Kept before = kept.before(index);
  if (!file.go_on(piece, before, compute)) return false;
  const Pieces pieces = file.pieces(piece);
  for (std::int64_t i = before.pieces; i < sum.pieces; ++i) {
    const std::optional<ComputedPart> part = compute(pieces[i]);
    if (!part) return false;
    file.put(pieces[i], part->cells());
  }
  if (file.kept().sums.back() == sum) return true;
  throw BadInput(
      fmt::format("--resume: the saved pieces are damaged: pieces {} to {} differ when they are computed again",
                  before.pieces + 1, sum.pieces));
}

}  // namespace

std::optional<std::int64_t> go_on_with(PosterFile& file, Size piece, const Kept& kept, const ComputePart& compute,
                                       const std::function<bool(std::int64_t)>& asked) {
  std::int64_t again = 0;
  for (std::size_t i = 0; i < kept.sums.size(); ++i) {
    const std::int64_t first = kept.before(i).pieces;
    if (!asked(first)) return std::nullopt;
    file.set_piece(piece);
    if (file.holds(kept, i)) continue;
    if (!put_again(file, piece, kept, i, compute)) return std::nullopt;
    again += kept.sums[i].pieces - first;
  }
  if (!file.go_on(piece, kept, compute)) return std::nullopt;
  return again;
}

}  // namespace heteroscope
