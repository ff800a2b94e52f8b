#include "core/poster/poster_file.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/color/colorize.hpp"
#include "core/io/npy.hpp"
#include "core/io/png_stream.hpp"
#include "core/io/tiff.hpp"
#include "core/poster/pieces.hpp"

namespace heteroscope {
namespace {

/// Pieces of formats that go row by row: full rows, as many cells as wanted, but no side that cannot be computed at
/// once.
Size wide_piece(Size whole, Size wanted, int rows_together) {
  const int width = std::min({whole.width, wanted.width, longest_side_at_once});
  const std::int64_t groups = (std::int64_t{wanted.height} - 1) / rows_together + 1;
  const std::int64_t height = std::min<std::int64_t>(groups * rows_together, longest_side_at_once);
  return {width, static_cast<int>(std::min<std::int64_t>(std::max<std::int64_t>(height, rows_together), whole.height))};
}

/// About so many cells in full rows.
Size full_rows(Size whole, std::int64_t cells) {
  const std::int64_t rows = std::clamp<std::int64_t>(cells / whole.width, 1, longest_side_at_once);
  return {whole.width, static_cast<int>(rows)};
}

/// Rows of pieces are colored into a band, which is compressed once it is whole.
class PosterPng : public PosterFile {
 public:
  PosterPng(PosterShape shape, PositionedFile& file)
      : shape_(std::move(shape)), file_(file), stream_(shape_.size, shape_.text) {}

  [[nodiscard]] Size piece(Size wanted) const override { return wide_piece(shape_.size, wanted, stream_.strip_rows()); }
  [[nodiscard]] Size usual_piece(std::int64_t cells) const override { return piece(full_rows(shape_.size, cells)); }
  [[nodiscard]] double most_bytes() const override { return stream_.most_bytes(); }
  void begin(Size piece) override {
    columns_ = Pieces(shape_.size, piece).columns();
    stream_.begin(append_);
  }
  void go_on(Size piece, const Kept& kept, const ComputePart& compute) override {
    columns_ = Pieces(shape_.size, piece).columns();
    kept_ = kept;
    const auto rows = kept.pieces / columns_ * piece.height;
    const int row = static_cast<int>(std::min<std::int64_t>(rows, shape_.size.height));
    if (row == 0) return;
    // its last row decides how the next one is filtered
    Pixels above(static_cast<std::size_t>(shape_.size.width));
    const Pieces parts({shape_.size.width, 1}, {piece.width, 1});
    for (std::int64_t i = 0; i < parts.count(); ++i) {
      const Cutout part{.x = parts[i].x, .y = row - 1, .size = parts[i].size, .whole = shape_.size};
      colorize(compute(part).host_view(), shape_.colors, above.data() + part.x);
    }
    stream_.go_on({.row = row, .adler = kept.sum}, above);
  }
  void put(const Cutout& part, const FieldView& view) override {
    const auto width = static_cast<std::size_t>(shape_.size.width);
    band_.resize(width * static_cast<std::size_t>(part.size.height));
    if (part.size.width == shape_.size.width) {
      colorize(view, shape_.colors, band_.data());
    } else {
      const auto columns = static_cast<std::size_t>(part.size.width);
      part_.resize(columns * static_cast<std::size_t>(part.size.height));
      colorize(view, shape_.colors, part_.data());
      for (std::size_t y = 0; y < static_cast<std::size_t>(part.size.height); ++y)
        std::copy_n(part_.data() + y * columns, columns, band_.data() + y * width + static_cast<std::size_t>(part.x));
    }
    if (++here_ < columns_) return;
    stream_.put(band_, append_);
    kept_.pieces += here_;
    kept_.sum = stream_.place().adler;
    here_ = 0;
  }
  [[nodiscard]] const Kept& kept() const override { return kept_; }
  void end() override { stream_.end(append_); }

 private:
  PosterShape shape_;
  PositionedFile& file_;
  PngStream stream_;
  Append append_ = [this](std::span<const std::byte> bytes) {
    file_.write(kept_.bytes, bytes);
    kept_.bytes += bytes.size();
  };
  Kept kept_;
  Pixels band_, part_;
  std::int64_t columns_ = 1;
  std::int64_t here_ = 0;  ///< pieces of the band
};

/// Every row of a piece has its place.
class PosterNpy : public PosterFile {
 public:
  PosterNpy(PosterShape shape, PositionedFile& file)
      : shape_(std::move(shape)), file_(file), start_(npy_start(shape_.size, shape_.precision)) {}

  [[nodiscard]] Size piece(Size wanted) const override { return wide_piece(shape_.size, wanted, 1); }
  [[nodiscard]] Size usual_piece(std::int64_t cells) const override { return piece(full_rows(shape_.size, cells)); }
  [[nodiscard]] double most_bytes() const override {
    return static_cast<double>(start_.size()) + static_cast<double>(shape_.size.width) * shape_.size.height *
                                                    static_cast<double>(bytes_of(shape_.precision));
  }
  void begin(Size) override {
    file_.write(0, std::as_bytes(std::span(start_)));
    kept_.bytes = start_.size();
  }
  void go_on(Size, const Kept& kept, const ComputePart&) override { kept_ = kept; }
  void put(const Cutout& part, const FieldView& view) override {
    const std::size_t cell = bytes_of(shape_.precision);
    const auto* from = static_cast<const std::byte*>(view.data);
    const std::size_t row_bytes = static_cast<std::size_t>(part.size.width) * cell;
    for (int y = 0; y < part.size.height; ++y, from += row_bytes) {
      const auto row = static_cast<std::uint64_t>(part.y + y);
      const std::uint64_t at =
          start_.size() +
          (row * static_cast<std::uint64_t>(shape_.size.width) + static_cast<std::uint64_t>(part.x)) * cell;
      file_.write(at, {from, row_bytes});
      kept_.bytes = std::max(kept_.bytes, at + row_bytes);
    }
    ++kept_.pieces;
  }
  [[nodiscard]] const Kept& kept() const override { return kept_; }
  void end() override {}

 private:
  PosterShape shape_;
  PositionedFile& file_;
  std::string start_;
  Kept kept_;
};

TiffCell cell_of(const PosterShape& shape) {
  if (!shape.values) return TiffCell::rgba8;
  return shape.precision == Precision::fp64 ? TiffCell::fp64 : TiffCell::fp32;
}

/// Pieces are squares of tiles, each with overviews down to a single tile.
class PosterTiff : public PosterFile {
 public:
  PosterTiff(PosterShape shape, PositionedFile& file)
      : shape_(std::move(shape)),
        writer_(file, {.size = shape_.size, .cell = cell_of(shape_), .description = shape_.text}) {}

  [[nodiscard]] Size piece(Size wanted) const override {
    int side = tiff_tile;
    while (side < std::max(wanted.width, wanted.height) && side < longest_side_at_once) side *= 2;
    return {side, side};
  }
  [[nodiscard]] Size usual_piece(std::int64_t cells) const override {
    int side = tiff_tile;
    while (std::int64_t{2 * side} * (2 * side) <= cells) side *= 2;
    return piece({side, side});
  }
  [[nodiscard]] double most_bytes() const override { return writer_.layout().most_bytes(); }
  void begin(Size piece) override {
    set_halvings(piece);
    writer_.begin();
    kept_.bytes = writer_.end();
  }
  void go_on(Size piece, const Kept& kept, const ComputePart&) override {
    set_halvings(piece);
    kept_ = kept;
    writer_.go_on(kept.bytes);
  }
  void put(const Cutout& part, const FieldView& view) override {
    if (shape_.values) {
      const auto bytes = static_cast<std::size_t>(part.size.area()) * bytes_of(shape_.precision);
      writer_.put(part.x, part.y, {cell_of(shape_), part.size, {static_cast<const std::byte*>(view.data), bytes}},
                  halvings_);
    } else {
      pixels_.resize(static_cast<std::size_t>(part.size.area()));
      colorize(view, shape_.colors, pixels_.data());
      writer_.put(part.x, part.y, {TiffCell::rgba8, part.size, std::as_bytes(std::span(pixels_))}, halvings_);
    }
    ++kept_.pieces;
    kept_.bytes = writer_.end();
  }
  [[nodiscard]] const Kept& kept() const override { return kept_; }
  void end() override { writer_.finish(halvings_); }

 private:
  void set_halvings(Size piece) { halvings_ = std::countr_zero(static_cast<unsigned>(piece.width / tiff_tile)); }

  PosterShape shape_;
  TiffWriter writer_;
  Kept kept_;
  Pixels pixels_;
  int halvings_ = 0;
};

}  // namespace

std::unique_ptr<PosterFile> poster_file(const std::string& extension, PosterShape shape, PositionedFile& file) {
  if (extension == ".png") return std::make_unique<PosterPng>(std::move(shape), file);
  if (extension == ".npy") return std::make_unique<PosterNpy>(std::move(shape), file);
  if (extension == ".tif" || extension == ".tiff") return std::make_unique<PosterTiff>(std::move(shape), file);
  return nullptr;
}

}  // namespace heteroscope
