#pragma once

#include <string>
#include <vector>

#include "app/results/result.hpp"
#include "core/io/png/png.hpp"

namespace heteroscope {

/// A result, or how it differs from the reference's, as it is computed while the report is made.
struct ShownPicture {
  std::vector<std::byte> png;  ///< empty: there is nothing to be seen, only to be said
  Size size;
  std::string title;                  ///< "simd on cpu, fp64: 0 of 65536 values differ from the reference"
  std::vector<std::string> commands;  ///< that make it
};

/// The picture of a scene of the run, at a small size.
struct PicturedScene {
  std::string title;
  std::vector<ShownPicture> pictures;
  std::vector<std::string> notes;  ///< what is not shown, and why
};

/// For each scene the reference's picture, and for the fastest variants of each processor the difference from it,
/// computed on this machine at a size that takes little time. What cannot be computed here is said.
std::vector<PicturedScene> pictures_of(const Result& result);

}  // namespace heteroscope
