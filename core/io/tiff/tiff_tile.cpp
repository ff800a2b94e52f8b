#include "core/io/tiff/tiff_tile.hpp"
#include "core/base/wrong.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>

// Sources of the predictors: TIFF 6.0, section 14; Adobe Photoshop TIFF Technical Note 3 (floats)
namespace heteroscope {
namespace {

constexpr std::size_t samples = 4;  // of a color

void add_differences(std::uint8_t* row, std::size_t bytes, std::size_t stride) {
  for (std::size_t i = stride; i < bytes; ++i) row[i] = static_cast<std::uint8_t>(row[i] + row[i - stride]);
}

void take_differences(std::uint8_t* row, std::size_t bytes, std::size_t stride) {
  for (std::size_t i = bytes; i-- > stride;) row[i] = static_cast<std::uint8_t>(row[i] - row[i - stride]);
}

/// The highest bytes of all cells of a row, then the next ones, and so on.
void sort_bytes(const std::uint8_t* from, std::size_t cells, std::size_t cell_bytes, std::uint8_t* to) {
  for (std::size_t b = 0; b < cell_bytes; ++b) {
    for (std::size_t i = 0; i < cells; ++i) to[(cell_bytes - 1 - b) * cells + i] = from[i * cell_bytes + b];
  }
}

void unsort_bytes(const std::uint8_t* from, std::size_t cells, std::size_t cell_bytes, std::uint8_t* to) {
  for (std::size_t b = 0; b < cell_bytes; ++b) {
    for (std::size_t i = 0; i < cells; ++i) to[i * cell_bytes + b] = from[(cell_bytes - 1 - b) * cells + i];
  }
}

/// The mean of colors, weighted by their opacity.
void mean_of_cells(const std::uint32_t* const* cells, int count, std::uint32_t* out) {
  std::uint32_t alpha = 0;
  std::uint32_t sum[3] = {};
  for (int i = 0; i < count; ++i) {
    const std::uint32_t a = *cells[i] >> 24;
    alpha += a;
    for (int c = 0; c < 3; ++c) sum[c] += (*cells[i] >> (8 * c) & 255u) * a;
  }
  *out = 0;
  if (alpha == 0) return;
  for (int c = 0; c < 3; ++c) *out |= (sum[c] + alpha / 2) / alpha << (8 * c);
  const auto n = static_cast<std::uint32_t>(count);
  *out |= (alpha + n / 2) / n << 24;
}

template <class T>
void mean_of_cells(const T* const* cells, int count, T* out) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += static_cast<double>(*cells[i]);
  *out = static_cast<T>(sum / count);
}

template <class T>
void halve_cells(const T* from, Size size, T* to, int threads) {
  const int width = size.width / 2 + size.width % 2;
  const int height = size.height / 2 + size.height % 2;
#pragma omp parallel for schedule(static) num_threads(threads) if (threads > 1)
  for (int y = 0; y < height; ++y) {
    const T* upper = from + static_cast<std::ptrdiff_t>(2 * y) * size.width;
    const int rows = 2 * y + 1 < size.height ? 2 : 1;
    for (int x = 0; x < width; ++x) {
      const int columns = 2 * x + 1 < size.width ? 2 : 1;
      const T* cells[4];
      int count = 0;
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column)
          cells[count++] = upper + static_cast<std::ptrdiff_t>(row) * size.width + 2 * x + column;
      }
      mean_of_cells(cells, count, to + static_cast<std::ptrdiff_t>(y) * width + x);
    }
  }
}

template <class T>
void halve_as(const TiffCells& cells, std::span<std::byte> out, int threads) {
  halve_cells(reinterpret_cast<const T*>(cells.bytes.data()), cells.size, reinterpret_cast<T*>(out.data()), threads);
}

}  // namespace

std::size_t TiffTileCoder::encode(const TiffCells& cells, int x, int y, std::vector<std::byte>& out) {
  const std::size_t cell_bytes = bytes_of(cells.cell);
  const std::size_t row_bytes = tiff_tile * cell_bytes;
  raw_.assign(tiff_tile * row_bytes, 0);
  const int rows = std::min(tiff_tile, cells.size.height - y);
  const auto there = static_cast<std::size_t>(std::min(tiff_tile, cells.size.width - x)) * cell_bytes;
  row_.resize(row_bytes);
  for (int row = 0; row < rows; ++row) {
    const std::size_t from =
        (static_cast<std::size_t>(y + row) * static_cast<std::size_t>(cells.size.width) + static_cast<std::size_t>(x)) *
        cell_bytes;
    std::uint8_t* to = raw_.data() + static_cast<std::size_t>(row) * row_bytes;
    std::memcpy(to, cells.bytes.data() + from, there);
    if (cells.cell == TiffCell::rgba8) {
      take_differences(to, row_bytes, samples);
    } else {
      std::ranges::copy(std::span(to, row_bytes), row_.begin());
      sort_bytes(row_.data(), tiff_tile, cell_bytes, to);
      take_differences(to, row_bytes, 1);
    }
  }
  return deflater_.deflate(raw_, Deflater::Form::zlib, 0, 0, out);
}

void TiffTileCoder::decode(std::span<const std::byte> tile, TiffCell cell, std::span<std::byte> out, const char* name) {
  const std::size_t cell_bytes = bytes_of(cell);
  const std::size_t row_bytes = tiff_tile * cell_bytes;
  auto* const to = reinterpret_cast<std::uint8_t*>(out.data());
  uLongf bytes = static_cast<uLongf>(tiff_tile * row_bytes);
  const int code =
      ::uncompress(to, &bytes, reinterpret_cast<const Bytef*>(tile.data()), static_cast<uLong>(tile.size()));
  if (code != Z_OK || bytes != tiff_tile * row_bytes) throw wrong_file(Wrong::damaged, name, "a tile is damaged");
  row_.resize(row_bytes);
  for (int row = 0; row < tiff_tile; ++row) {
    std::uint8_t* const at = to + static_cast<std::size_t>(row) * row_bytes;
    if (cell == TiffCell::rgba8) {
      add_differences(at, row_bytes, samples);
    } else {
      add_differences(at, row_bytes, 1);
      std::copy_n(at, row_bytes, row_.begin());
      unsort_bytes(row_.data(), tiff_tile, cell_bytes, at);
    }
  }
}

void halve(const TiffCells& cells, std::span<std::byte> out, int threads) {
  if (cells.cell == TiffCell::rgba8) return halve_as<std::uint32_t>(cells, out, threads);
  if (cells.cell == TiffCell::fp32) return halve_as<float>(cells, out, threads);
  halve_as<double>(cells, out, threads);
}

}  // namespace heteroscope
