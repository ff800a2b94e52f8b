#include "tests/other_image_files.hpp"

#include <gif_lib.h>
#include <tiffio.h>
#include <webp/encode.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace heteroscope::testing {
namespace {

/// A file that grows in memory.
struct Grown {
  Bytes bytes;
  std::uint64_t at = 0;

  void write(const void* from, std::size_t count) {
    bytes.resize(std::max<std::size_t>(bytes.size(), at + count));
    std::memcpy(bytes.data() + at, from, count);
    at += count;
  }
};

void need(bool well) {
  if (!well) throw std::runtime_error("an image file cannot be made");
}

int write_gif(GifFileType* file, const GifByteType* from, int count) {
  static_cast<Grown*>(file->UserData)->write(from, static_cast<std::size_t>(count));
  return count;
}

tmsize_t read_back(thandle_t handle, void* to, tmsize_t count) {
  auto& file = *static_cast<Grown*>(handle);
  const auto left = static_cast<tmsize_t>(file.bytes.size() - std::min<std::uint64_t>(file.at, file.bytes.size()));
  const tmsize_t taken = std::min(left, count);
  if (taken > 0) std::memcpy(to, file.bytes.data() + file.at, static_cast<std::size_t>(taken));
  file.at += static_cast<std::uint64_t>(taken);
  return taken;
}
tmsize_t write_tiff(thandle_t handle, void* from, tmsize_t count) {
  static_cast<Grown*>(handle)->write(from, static_cast<std::size_t>(count));
  return count;
}
toff_t seek_in(thandle_t handle, toff_t offset, int from) {
  auto& file = *static_cast<Grown*>(handle);
  file.at = offset + (from == SEEK_SET ? 0 : from == SEEK_CUR ? file.at : file.bytes.size());
  return file.at;
}
int close_it(thandle_t) {
  return 0;
}
toff_t size_now(thandle_t handle) {
  return static_cast<Grown*>(handle)->bytes.size();
}

}  // namespace

Bytes webp_file(int width, int height, const std::vector<unsigned char>& pixels, bool lossless) {
  std::uint8_t* made = nullptr;
  constexpr float quality = 80;
  const std::size_t count = lossless ? WebPEncodeLosslessRGB(pixels.data(), width, height, 3 * width, &made)
                                     : WebPEncodeRGB(pixels.data(), width, height, 3 * width, quality, &made);
  need(count > 0);
  const auto* begin = reinterpret_cast<const std::byte*>(made);
  Bytes out(begin, begin + count);
  WebPFree(made);
  return out;
}

Bytes gif_file(const GifKind& kind, int columns, int rows, const std::vector<unsigned char>& indices) {
  Grown grown;
  int error = 0;
  GifFileType* const file = EGifOpen(&grown, write_gif, &error);
  need(file != nullptr);
  const GifColorType colors[] = {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
  ColorMapObject* const map = GifMakeMapObject(4, colors);
  need(EGifPutScreenDesc(file, kind.width, kind.height, 2, 3, map) == GIF_OK);
  if (kind.comment) need(EGifPutComment(file, "a comment") == GIF_OK);
  need(EGifPutImageDesc(file, kind.left, kind.top, columns, rows, kind.interlaced, nullptr) == GIF_OK);
  const auto put = [&](int y) {
    std::vector<GifPixelType> row(indices.begin() + std::ptrdiff_t{y} * columns,
                                  indices.begin() + std::ptrdiff_t{y + 1} * columns);
    need(EGifPutLine(file, row.data(), columns) == GIF_OK);
  };
  if (kind.interlaced) {
    constexpr int passes[][2] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
    for (const auto& [first, step] : passes) {
      for (int y = first; y < rows; y += step) put(y);
    }
  } else {
    for (int y = 0; y < rows; ++y) put(y);
  }
  need(EGifCloseFile(file, &error) == GIF_OK);
  GifFreeMapObject(map);
  return grown.bytes;
}

Bytes bmp_file(int width, int height, const std::vector<unsigned char>& pixels) {
  const std::size_t row_bytes = (static_cast<std::size_t>(width) * 3 + 3) / 4 * 4;
  const std::size_t count = row_bytes * static_cast<std::size_t>(height);
  constexpr unsigned headers = 54;
  Bytes out = bytes_of_text("BM");
  append(out, little_endian(static_cast<std::uint32_t>(headers + count)));
  append(out, little_endian(0));
  append(out, little_endian(headers));
  append(out, little_endian(40));
  append(out, little_endian(static_cast<std::uint32_t>(width)));
  append(out, little_endian(static_cast<std::uint32_t>(height)));
  append(out, little_endian(1, 2));
  append(out, little_endian(24, 2));
  for (int i = 0; i < 6; ++i) append(out, little_endian(0));
  for (int y = height - 1; y >= 0; --y) {  // the lowest row comes first, blue before green before red
    Bytes row(row_bytes);
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) {
        const auto from =
            (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 3;
        row[static_cast<std::size_t>(3 * x + 2 - c)] =
            static_cast<std::byte>(pixels[from + static_cast<std::size_t>(c)]);
      }
    }
    append(out, row);
  }
  return out;
}

Bytes tiff_file(int width, int height, const TiffKind& kind, const std::vector<unsigned char>& rows) {
  Grown grown;
  TIFF* const file =
      TIFFClientOpen("made", "wm", &grown, read_back, write_tiff, seek_in, close_it, size_now, nullptr, nullptr);
  need(file != nullptr);
  TIFFSetField(file, TIFFTAG_IMAGEWIDTH, width);
  TIFFSetField(file, TIFFTAG_IMAGELENGTH, height);
  TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, kind.bits);
  TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, kind.samples);
  TIFFSetField(file, TIFFTAG_COMPRESSION, kind.compression);
  TIFFSetField(file, TIFFTAG_PHOTOMETRIC, kind.photometric);
  TIFFSetField(file, TIFFTAG_ORIENTATION, kind.orientation);
  TIFFSetField(file, TIFFTAG_SAMPLEFORMAT, kind.format);
  TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  std::vector<unsigned char> bytes = rows;
  if (kind.tile == 0) {
    TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, height);
    need(TIFFWriteEncodedStrip(file, 0, bytes.data(), static_cast<tmsize_t>(bytes.size())) >= 0);
  } else {
    TIFFSetField(file, TIFFTAG_TILEWIDTH, kind.tile);
    TIFFSetField(file, TIFFTAG_TILELENGTH, kind.tile);
    bytes.resize(static_cast<std::size_t>(TIFFTileSize(file)));
    for (std::uint32_t i = 0; i < TIFFNumberOfTiles(file); ++i)
      need(TIFFWriteEncodedTile(file, i, bytes.data(), static_cast<tmsize_t>(bytes.size())) >= 0);
  }
  TIFFClose(file);
  return grown.bytes;
}

}  // namespace heteroscope::testing
