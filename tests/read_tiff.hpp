#pragma once

#include <tiffio.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/types/basic_types.hpp"

namespace heteroscope::testing {

/// A picture of a TIFF as libtiff reads it, with its tags.
struct TiffLevel {
  Size size;
  int bits = 0, samples = 0, format = 0, compression = 0, predictor = 0;
  bool overview = false;
  std::string description;
  std::vector<std::byte> cells;  ///< row by row

  template <class T>
  [[nodiscard]] const T* as() const {
    return reinterpret_cast<const T*>(cells.data());
  }
};

/// All of a file's pictures: the first and its overviews. Throws std::runtime_error where libtiff finds fault.
inline std::vector<TiffLevel> read_tiff(const std::string& path) {
  TIFF* const file = TIFFOpen(path.c_str(), "r");
  if (file == nullptr) throw std::runtime_error("libtiff does not open " + path);
  std::vector<TiffLevel> out;
  do {
    TiffLevel level;
    std::uint32_t width = 0, height = 0, tile_width = 0, tile_height = 0, kind = 0;
    std::uint16_t bits = 0, samples = 0, format = 0, compression = 0, predictor = 0;
    TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetField(file, TIFFTAG_TILEWIDTH, &tile_width);
    TIFFGetField(file, TIFFTAG_TILELENGTH, &tile_height);
    TIFFGetField(file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetField(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetField(file, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetField(file, TIFFTAG_COMPRESSION, &compression);
    TIFFGetField(file, TIFFTAG_PREDICTOR, &predictor);
    TIFFGetField(file, TIFFTAG_SUBFILETYPE, &kind);
    char* text = nullptr;
    if (TIFFGetField(file, TIFFTAG_IMAGEDESCRIPTION, &text) == 1) level.description = text;
    level.size = {static_cast<int>(width), static_cast<int>(height)};
    level.bits = bits;
    level.samples = samples;
    level.format = format;
    level.compression = compression;
    level.predictor = predictor;
    level.overview = (kind & FILETYPE_REDUCEDIMAGE) != 0;
    const std::size_t cell = static_cast<std::size_t>(bits) / 8 * samples;
    level.cells.resize(static_cast<std::size_t>(level.size.area()) * cell);
    std::vector<std::byte> tile(static_cast<std::size_t>(TIFFTileSize(file)));
    for (std::uint32_t y = 0; y < height; y += tile_height) {
      for (std::uint32_t x = 0; x < width; x += tile_width) {
        if (TIFFReadTile(file, tile.data(), x, y, 0, 0) < 0) throw std::runtime_error("libtiff does not read a tile");
        for (std::uint32_t row = y; row < std::min(y + tile_height, height); ++row) {
          std::memcpy(level.cells.data() + (std::size_t{row} * width + x) * cell,
                      tile.data() + std::size_t{row - y} * tile_width * cell, std::min(tile_width, width - x) * cell);
        }
      }
    }
    out.push_back(std::move(level));
  } while (TIFFReadDirectory(file) == 1);
  TIFFClose(file);
  return out;
}

}  // namespace heteroscope::testing
