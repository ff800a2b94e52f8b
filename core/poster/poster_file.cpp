#include "core/poster/poster_file.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/color/colorize.hpp"
#include "core/io/npy.hpp"
#include "core/io/png_stream.hpp"
#include "core/io/tiff.hpp"
#include "core/poster/pieces.hpp"

namespace heteroscope {
namespace {

/// Pieces of formats that go row by row: full rows, as many cells as wanted, but no side that is longer than can be.
Size wide_piece(const PosterShape& shape, Size wanted, int rows_together) {
  const int width = std::min({shape.size.width, wanted.width, shape.longest_side});
  const std::int64_t groups = (std::int64_t{wanted.height} - 1) / rows_together + 1;
  const std::int64_t most = std::max(shape.longest_side / rows_together, 1);
  return {width, static_cast<int>(std::min<std::int64_t>(std::min(groups, most) * rows_together, shape.size.height))};
}

/// About so many cells in full rows.
Size full_rows(Size whole, std::int64_t cells) {
  const std::int64_t rows = std::clamp<std::int64_t>(cells / whole.width, 1, longest_side_at_once);
  return {whole.width, static_cast<int>(rows)};
}

/// What cells of four bytes, or so many, are at least: deflate has 258 of them in two bits at best.
double least_deflated(Size size, std::size_t cell_bytes) {
  constexpr double best = 258.0 * 8 / 2;
  return static_cast<double>(size.width) * size.height * static_cast<double>(cell_bytes) / best;
}

/// What the part's pixels are in the picture. `out`: room for them.
void color_part(const PartCells& cells, const ColorMap& colors, std::uint32_t* out) {
  if (cells.colors.empty()) return colorize(cells.values, colors, out);
  std::copy(cells.colors.begin(), cells.colors.end(), out);
}

/// Rows of pieces are colored into a band, which is compressed once it is whole.
class PosterPng : public PosterFile {
 public:
  PosterPng(PosterShape shape, PositionedFile& file)
      : shape_(std::move(shape)), file_(file), stream_(shape_.size, shape_.text) {}

  void set_colors(const ColorMap& colors) override { shape_.colors = colors; }
  [[nodiscard]] Size piece(Size wanted) const override { return wide_piece(shape_, wanted, stream_.strip_rows()); }
  [[nodiscard]] Size usual_piece(std::int64_t cells) const override { return piece(full_rows(shape_.size, cells)); }
  [[nodiscard]] double most_bytes() const override { return stream_.most_bytes(); }
  [[nodiscard]] double least_bytes() const override { return least_deflated(shape_.size, sizeof(std::uint32_t)); }
  [[nodiscard]] double bytes_of_sample(const PartCells& cells) override {
    const Size size = cells.values.size;
    part_.resize(static_cast<std::size_t>(size.area()));
    color_part(cells, shape_.colors, part_.data());
    return static_cast<double>(PngStream::make(size, 0, {}, part_).bytes.size());
  }
  void set_piece(Size piece) override { columns_ = Pieces(shape_.size, piece).columns(); }
  void begin(Size piece) override {
    set_piece(piece);
    stream_.begin(append_);
  }
  void go_on(Size piece, const Kept& kept, const ComputePart& compute) override {
    set_piece(piece);
    kept_ = kept;
    const auto rows = kept.pieces / columns_ * piece.height;
    const int row = static_cast<int>(std::min<std::int64_t>(rows, shape_.size.height));
    if (row == 0) return;
    // its last row decides how the next one is filtered
    Pixels above(static_cast<std::size_t>(shape_.size.width));
    const Pieces parts({shape_.size.width, 1}, {piece.width, 1});
    for (std::int64_t i = 0; i < parts.count(); ++i) {
      const Cutout part{.x = parts[i].x, .y = row - 1, .size = parts[i].size, .whole = shape_.size};
      color_part(compute(part).cells(), shape_.colors, above.data() + part.x);
    }
    stream_.go_on({.row = row, .adler = kept.sum}, above);
  }
  void put(const Cutout& part, const PartCells& cells) override {
    part_.resize(static_cast<std::size_t>(part.size.area()));
    color_part(cells, shape_.colors, part_.data());
    put_colors(part, part_);
  }
  [[nodiscard]] Cutout needed_for(const Cutout& part) const override {
    if (!made_apart(part) || part.y == 0) return part;
    return {.x = part.x, .y = part.y - 1, .size = {part.size.width, part.size.height + 1}, .whole = part.whole};
  }
  [[nodiscard]] std::vector<std::byte> encode(const Cutout& part, const PartCells& cells) override {
    encoded_.resize(static_cast<std::size_t>(cells.values.size.area()));
    const std::span<std::uint32_t> pixels(encoded_);
    color_part(cells, shape_.colors, pixels.data());
    if (!made_apart(part)) {
      const auto bytes = std::as_bytes(pixels);
      return {bytes.begin(), bytes.end()};
    }
    const std::size_t above = pixels.size() - static_cast<std::size_t>(part.size.area());
    PngStream::Made made = PngStream::make(shape_.size, part.y, pixels.first(above), pixels.subspan(above));
    const auto end = std::as_bytes(std::span(&made.adler, 1));
    made.bytes.insert(made.bytes.end(), end.begin(), end.end());
    return std::move(made.bytes);
  }
  void put_encoded(const Cutout& part, std::span<const std::byte> bytes) override {
    if (!made_apart(part)) {
      part_.resize(bytes.size() / sizeof(std::uint32_t));
      std::memcpy(part_.data(), bytes.data(), bytes.size());
      return put_colors(part, part_);
    }
    PngStream::Made made{.rows = part.size.height};
    const std::size_t end = bytes.size() - sizeof made.adler;
    made.bytes.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(end));
    std::memcpy(&made.adler, bytes.data() + end, sizeof made.adler);
    stream_.put(made, append_);
    ++kept_.pieces;
    kept_.sum = stream_.place().adler;
  }
  [[nodiscard]] const Kept& kept() const override { return kept_; }
  void end() override { stream_.end(append_); }

 private:
  /// Its rows are the picture's, and it can be computed with the row above it.
  [[nodiscard]] bool made_apart(const Cutout& part) const {
    return columns_ == 1 && part.size.height < shape_.longest_side;
  }
  void put_colors(const Cutout& part, std::span<const std::uint32_t> pixels) {
    if (columns_ == 1) {
      stream_.put(pixels, append_);
    } else {
      const auto width = static_cast<std::size_t>(shape_.size.width);
      const auto columns = static_cast<std::size_t>(part.size.width);
      band_.resize(width * static_cast<std::size_t>(part.size.height));
      for (std::size_t y = 0; y < static_cast<std::size_t>(part.size.height); ++y)
        std::copy_n(pixels.data() + y * columns, columns, band_.data() + y * width + static_cast<std::size_t>(part.x));
      if (++here_ < columns_) return;
      stream_.put(band_, append_);
    }
    kept_.pieces += columns_;
    kept_.sum = stream_.place().adler;
    here_ = 0;
  }

  PosterShape shape_;
  PositionedFile& file_;
  PngStream stream_;
  Append append_ = [this](std::span<const std::byte> bytes) {
    file_.write(kept_.bytes, bytes);
    kept_.bytes += bytes.size();
  };
  Kept kept_;
  Pixels band_, part_, encoded_;
  std::int64_t columns_ = 1;
  std::int64_t here_ = 0;  ///< pieces of the band
};

/// Every row of a piece has its place.
class PosterNpy : public PosterFile {
 public:
  PosterNpy(PosterShape shape, PositionedFile& file)
      : shape_(std::move(shape)), file_(file), start_(npy_start(shape_.size, shape_.precision)) {}

  void set_colors(const ColorMap&) override {}  // it has none
  [[nodiscard]] Size piece(Size wanted) const override { return wide_piece(shape_, wanted, 1); }
  [[nodiscard]] Size usual_piece(std::int64_t cells) const override {
    if (!shape_.compact) return piece(full_rows(shape_.size, cells));
    const int side = static_cast<int>(std::sqrt(static_cast<double>(cells)));
    return piece({side, side});
  }
  [[nodiscard]] double most_bytes() const override {
    return static_cast<double>(start_.size()) + static_cast<double>(shape_.size.width) * shape_.size.height *
                                                    static_cast<double>(heteroscope::bytes_of(shape_.precision));
  }
  [[nodiscard]] double least_bytes() const override { return most_bytes(); }
  [[nodiscard]] double bytes_of_sample(const PartCells& cells) override {
    return static_cast<double>(bytes_of(cells.values).size());
  }
  void set_piece(Size) override {}
  void begin(Size) override {
    file_.write(0, std::as_bytes(std::span(start_)));
    kept_.bytes = start_.size();
  }
  void go_on(Size, const Kept& kept, const ComputePart&) override { kept_ = kept; }
  void put(const Cutout& part, const PartCells& cells) override { put_encoded(part, bytes_of(cells.values)); }
  [[nodiscard]] std::vector<std::byte> encode(const Cutout&, const PartCells& cells) override {
    const auto bytes = bytes_of(cells.values);
    return {bytes.begin(), bytes.end()};
  }
  void put_encoded(const Cutout& part, std::span<const std::byte> bytes) override {
    const std::size_t cell = heteroscope::bytes_of(shape_.precision);
    const std::size_t row_bytes = static_cast<std::size_t>(part.size.width) * cell;
    for (int y = 0; y < part.size.height; ++y) {
      const auto row = static_cast<std::uint64_t>(part.y + y);
      const std::uint64_t at =
          start_.size() +
          (row * static_cast<std::uint64_t>(shape_.size.width) + static_cast<std::uint64_t>(part.x)) * cell;
      file_.write(at, bytes.subspan(static_cast<std::size_t>(y) * row_bytes, row_bytes));
      kept_.bytes = std::max(kept_.bytes, at + row_bytes);
    }
    ++kept_.pieces;
  }
  [[nodiscard]] const Kept& kept() const override { return kept_; }
  void end() override {}

 private:
  [[nodiscard]] std::span<const std::byte> bytes_of(const FieldView& view) const {
    const auto cells = static_cast<std::size_t>(view.size.area());
    return {static_cast<const std::byte*>(view.data), cells * heteroscope::bytes_of(shape_.precision)};
  }

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

  void set_colors(const ColorMap& colors) override { shape_.colors = colors; }
  [[nodiscard]] Size piece(Size wanted) const override {
    int side = tiff_tile;
    while (side < std::max(wanted.width, wanted.height) && 2 * side <= shape_.longest_side) side *= 2;
    return {side, side};
  }
  [[nodiscard]] Size usual_piece(std::int64_t cells) const override {
    int side = tiff_tile;
    while (std::int64_t{2 * side} * (2 * side) <= cells) side *= 2;
    return piece({side, side});
  }
  [[nodiscard]] double most_bytes() const override { return writer_.layout().most_bytes(); }
  [[nodiscard]] double least_bytes() const override {
    return static_cast<double>(writer_.layout().tiles_begin()) +
           least_deflated(shape_.size, heteroscope::bytes_of(cell_of(shape_)));
  }
  [[nodiscard]] double bytes_of_sample(const PartCells& cells) override {
    constexpr double with_overviews = 4.0 / 3;
    return with_overviews * static_cast<double>(writer_.encode(0, 0, in_file(cells), 0).size());
  }
  void set_piece(Size piece) override { halvings_ = std::countr_zero(static_cast<unsigned>(piece.width / tiff_tile)); }
  void begin(Size piece) override {
    set_piece(piece);
    writer_.begin();
    kept_.bytes = writer_.end();
  }
  void go_on(Size piece, const Kept& kept, const ComputePart&) override {
    set_piece(piece);
    kept_ = kept;
    writer_.go_on(kept.bytes);
  }
  void put(const Cutout& part, const PartCells& cells) override {
    writer_.put(part.x, part.y, in_file(cells), halvings_);
    ++kept_.pieces;
    kept_.bytes = writer_.end();
  }
  [[nodiscard]] std::vector<std::byte> encode(const Cutout& part, const PartCells& cells) override {
    return writer_.encode(part.x, part.y, in_file(cells), halvings_);
  }
  void put_encoded(const Cutout&, std::span<const std::byte> bytes) override {
    writer_.put_encoded(bytes);
    ++kept_.pieces;
    kept_.bytes = writer_.end();
  }
  [[nodiscard]] const Kept& kept() const override { return kept_; }
  void end() override { writer_.finish(halvings_); }

 private:
  /// The part's cells, as the file has them, until the next part's.
  [[nodiscard]] TiffCells in_file(const PartCells& cells) {
    const FieldView& view = cells.values;
    if (shape_.values) {
      const auto bytes = static_cast<std::size_t>(view.size.area()) * bytes_of(shape_.precision);
      return {cell_of(shape_), view.size, {static_cast<const std::byte*>(view.data), bytes}};
    }
    pixels_.resize(static_cast<std::size_t>(view.size.area()));
    color_part(cells, shape_.colors, pixels_.data());
    return {TiffCell::rgba8, view.size, std::as_bytes(std::span(pixels_))};
  }

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
