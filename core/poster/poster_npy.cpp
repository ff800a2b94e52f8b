#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/io/checksum.hpp"
#include "core/io/npy.hpp"
#include "core/poster/poster_formats.hpp"

namespace heteroscope {
namespace {

/// Every row of a piece has its place.
class PosterNpy : public PosterFile {
 public:
  PosterNpy(PosterShape shape, PositionedFile& file)
      : shape_(std::move(shape)), file_(file), start_(npy_start(shape_.size, shape_.precision)) {}

  void set_colors(const ColorMap&) override {}  // it has none
  [[nodiscard]] Size piece(Size wanted) const override { return wide_span(shape_, wanted, 1); }
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
  [[nodiscard]] Pieces pieces(Size piece) const override { return {shape_.size, piece}; }
  void set_piece(Size piece) override { pieces_ = pieces(piece); }
  void begin(Size piece) override {
    set_piece(piece);
    file_.write(0, std::as_bytes(std::span(start_)));
    kept_ = {.bytes = start_.size(), .sums = {}};
  }
  bool go_on(Size piece, const Kept& kept, const ComputePart&) override {
    begin(piece);
    if (kept.pieces > 0) kept_ = kept;
    return true;
  }
  [[nodiscard]] bool holds(const Kept& kept, std::size_t index) const override {
    std::uint32_t sum = 0;
    std::vector<std::byte> row;
    for (std::int64_t i = kept.before(index).pieces; i < kept.sums[index].pieces; ++i) {
      const Cutout part = (*pieces_)[i];
      row.resize(row_bytes(part));
      for (int y = 0; y < part.size.height; ++y) {
        file_.read(place_of(part, y), row);
        sum = crc32(sum, row);
      }
    }
    return sum == kept.sums[index].sum;
  }
  void put(const Cutout& part, const PartCells& cells) override { put_encoded(part, bytes_of(cells.values)); }
  [[nodiscard]] std::vector<std::byte> encode(const Cutout&, const PartCells& cells) override {
    const auto bytes = bytes_of(cells.values);
    return {bytes.begin(), bytes.end()};
  }
  void put_encoded(const Cutout& part, std::span<const std::byte> bytes) override {
    const std::size_t each = row_bytes(part);
    for (int y = 0; y < part.size.height; ++y)
      file_.write(place_of(part, y), bytes.subspan(static_cast<std::size_t>(y) * each, each));
    const std::uint64_t end = place_of(part, part.size.height - 1) + each;
    const std::int64_t count = pieces_->count();
    kept_.add(1, std::max(kept_.bytes, end), crc32(kept_.sum_before(count), bytes), count);
  }
  [[nodiscard]] const Kept& kept() const override { return kept_; }
  void end() override {}

 private:
  [[nodiscard]] std::span<const std::byte> bytes_of(const FieldView& view) const {
    const auto cells = static_cast<std::size_t>(view.size.area());
    return {static_cast<const std::byte*>(view.data), cells * heteroscope::bytes_of(shape_.precision)};
  }

  [[nodiscard]] std::size_t row_bytes(const Cutout& part) const {
    return static_cast<std::size_t>(part.size.width) * heteroscope::bytes_of(shape_.precision);
  }
  /// The offset of a row of a part.
  [[nodiscard]] std::uint64_t place_of(const Cutout& part, int y) const {
    const auto row = static_cast<std::uint64_t>(part.y + y);
    return start_.size() + (row * static_cast<std::uint64_t>(shape_.size.width) + static_cast<std::uint64_t>(part.x)) *
                               heteroscope::bytes_of(shape_.precision);
  }

  PosterShape shape_;
  PositionedFile& file_;
  std::string start_;
  Kept kept_;
  std::optional<Pieces> pieces_;
};

}  // namespace

std::unique_ptr<PosterFile> poster_npy(PosterShape shape, PositionedFile& file) {
  return std::make_unique<PosterNpy>(std::move(shape), file);
}

}  // namespace heteroscope
