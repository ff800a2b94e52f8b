#pragma once

#include <filesystem>
#include <optional>

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
};

/// Whether the file's format can be written piece by piece: .png, .npy, .tif and .tiff.
bool takes_pieces(const std::filesystem::path& out);
/// The files beside it while it is not finished: its bytes so far, and what they are.
std::filesystem::path unfinished_poster(const std::filesystem::path& out);
std::filesystem::path unfinished_state(const std::filesystem::path& out);

/// Computes and writes it, and says so; returns the exit code. Throws BadInput where it cannot be computed so, or does
/// not fit on the disk: before anything is written. What is finished when anything fails later is kept.
int render_poster(const PosterOrder& order);

}  // namespace heteroscope
