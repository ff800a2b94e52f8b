#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "core/io/checksum.hpp"
#include "core/io/png/png_stream.hpp"
#include "core/poster/poster_formats.hpp"

namespace heteroscope {
namespace {

/// Rows of pieces are colored into a band, which is compressed once it is whole.
class PosterPng : public PosterFile {
 public:
  PosterPng(PosterShape shape, PositionedFile& file)
      : shape_(std::move(shape)), file_(file), stream_(shape_.size, shape_.text) {
    stream_.begin([this](std::span<const std::byte> bytes) { start_ += bytes.size(); });
  }

  void set_colors(const ColorMap& colors) override { shape_.colors = colors; }
  [[nodiscard]] Size piece(Size wanted) const override { return wide_span(shape_, wanted, stream_.strip_rows()); }
  [[nodiscard]] Size usual_piece(std::int64_t cells) const override { return piece(full_rows(shape_.size, cells)); }
  [[nodiscard]] double most_bytes() const override { return stream_.most_bytes(); }
  [[nodiscard]] double least_bytes() const override { return least_deflated(shape_.size, sizeof(std::uint32_t)); }
  [[nodiscard]] double bytes_of_sample(const PartCells& cells) override {
    const Size size = cells.values.size;
    part_.resize(static_cast<std::size_t>(size.area()));
    color_part(cells, shape_.colors, part_.data());
    return static_cast<double>(PngStream::make(size, 0, {}, part_).bytes.size());
  }
  [[nodiscard]] Pieces pieces(Size piece) const override { return {shape_.size, piece}; }
  void set_piece(Size piece) override {
    columns_ = pieces(piece).columns();
    count_ = pieces(piece).count();
  }
  void begin(Size piece) override {
    set_piece(piece);
    kept_ = {};
    end_ = 0;
    here_ = 0;
    stream_.begin(append_);
    kept_.bytes = end_;
    appended_.reset();
  }
  bool go_on(Size piece, const Kept& kept, const ComputePart& compute) override {
    begin(piece);
    if (kept.pieces == 0) return true;
    kept_ = kept;
    end_ = kept.bytes;
    const auto rows = kept.pieces / columns_ * piece.height;
    const int row = static_cast<int>(std::min<std::int64_t>(rows, shape_.size.height));
    // its last row decides how the next one is filtered
    Pixels above(static_cast<std::size_t>(shape_.size.width));
    const Pieces parts({shape_.size.width, 1}, {piece.width, 1});
    for (std::int64_t i = 0; i < parts.count(); ++i) {
      const Cutout part{.x = parts[i].x, .y = row - 1, .size = parts[i].size, .whole = shape_.size};
      const std::optional<ComputedPart> computed = compute(part);
      if (!computed) return false;
      color_part(computed->cells(), shape_.colors, above.data() + part.x);
    }
    stream_.go_on({.row = row, .adler = kept.sum}, above);
    return true;
  }
  [[nodiscard]] bool holds(const Kept& kept, std::size_t index) const override {
    constexpr std::uint64_t at_a_time = std::uint64_t{1} << 24;
    const PiecesSum& to = kept.sums[index];
    std::uint32_t sum = 0;
    std::vector<std::byte> bytes;
    for (std::uint64_t at = index == 0 ? start_ : kept.sums[index - 1].bytes; at < to.bytes; at += bytes.size()) {
      bytes.resize(std::min(at_a_time, to.bytes - at));
      file_.read(at, bytes);
      sum = crc32(sum, bytes);
    }
    return sum == to.sum;
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
    add(1);
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
    add(columns_);
    here_ = 0;
  }
  /// Counts what was appended since the last call as so many pieces.
  void add(std::int64_t pieces) {
    kept_.add(pieces, end_, appended_ ? *appended_ : kept_.sum_before(count_), count_);
    kept_.sum = stream_.place().adler;
    appended_.reset();
  }

  PosterShape shape_;
  PositionedFile& file_;
  PngStream stream_;
  Append append_ = [this](std::span<const std::byte> bytes) {
    file_.write(end_, bytes);
    appended_ = crc32(appended_ ? *appended_ : kept_.sum_before(count_), bytes);
    end_ += bytes.size();
  };
  std::uint64_t start_ = 0;  ///< where the pieces begin
  std::uint64_t end_ = 0;    ///< where the next bytes come
  Kept kept_;
  std::optional<std::uint32_t> appended_;  ///< the checksum with what was appended since the last piece
  Pixels band_, part_, encoded_;
  std::int64_t columns_ = 1;
  std::int64_t count_ = 1;
  std::int64_t here_ = 0;  ///< pieces of the band
};

}  // namespace

std::unique_ptr<PosterFile> poster_png(PosterShape shape, PositionedFile& file) {
  return std::make_unique<PosterPng>(std::move(shape), file);
}

}  // namespace heteroscope
