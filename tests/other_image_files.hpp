#pragma once

#include <cstdint>
#include <vector>

#include "tests/image_files.hpp"

/// Image files made by the libraries of their formats, for the tests of their readers. Pixels are red, green and blue,
/// row by row, unless said otherwise.
namespace heteroscope::testing {

Bytes webp_file(int width, int height, const std::vector<unsigned char>& pixels, bool lossless);

struct GifKind {
  int width = 1, height = 1;  ///< of the canvas
  int left = 0, top = 0;      ///< of the picture on it
  bool interlaced = false;
  bool comment = false;  ///< a comment stands before the picture
};
/// A canvas with the picture `columns` × `rows` of indices into a palette of four colors: black, red, green and blue;
/// the background is blue.
Bytes gif_file(const GifKind& kind, int columns, int rows, const std::vector<unsigned char>& indices);

/// 24 bits a pixel, without compression.
Bytes bmp_file(int width, int height, const std::vector<unsigned char>& pixels);

struct TiffKind {
  int bits = 8, samples = 3;
  int compression = 1;  ///< libtiff's number; 1: none
  int photometric = 2;  ///< libtiff's number; 2: RGB, 1: gray
  int orientation = 1;
  int format = 1;  ///< libtiff's number of the samples' format; 1: unsigned whole numbers
  int tile = 0;    ///< columns and rows of a tile, a multiple of 16; 0: in strips
};
/// `rows`: what each row's bytes are, one after the other.
Bytes tiff_file(int width, int height, const TiffKind& kind, const std::vector<unsigned char>& rows);

}  // namespace heteroscope::testing
