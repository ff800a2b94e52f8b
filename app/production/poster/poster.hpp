#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/production/production.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// A result that is computed piece by piece and never held whole.
struct PosterOrder {
  Settings settings;
  std::filesystem::path out;
  std::optional<Size> tile;  ///< to compute at once; none: what suits the format
  bool resume = false;       ///< an unfinished one is there
  bool values = false;       ///< of a TIFF: no colors
  bool allow_unstable = false;
  std::optional<std::filesystem::path> costs{};  ///< where what each piece took is written, too
  Waiter waiter{};
};

/// How what is kept of it is gone on with: --costs is refused then, as what each piece takes is known where all are
/// computed.
std::string_view how_to_go_on(const PosterOrder& order);

/// The facts about a poster that are known before it is made.
struct PosterOutlook {
  Size size;
  Size piece;               ///< that is computed at once
  std::int64_t pieces = 0;  ///< of that size, smaller at the right and lower border
  double most_bytes = 0;    ///< no file takes more
};

/// Whether the file's format can be written piece by piece: .png, .npy, .tif and .tiff.
bool takes_pieces(const std::filesystem::path& out);

/// Writes nothing. Throws what make_poster() does.
PosterOutlook poster_outlook(const PosterOrder& order);

/// Looks at all that can be known before; its steps are the pieces. Throws BadInput where it cannot be computed so, or
/// does not fit on the disk: nothing is written then.
std::unique_ptr<Production> make_poster(PosterOrder order);

}  // namespace heteroscope
