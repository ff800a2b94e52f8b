#include <bit>
#include <optional>
#include <utility>

#include "core/io/tiff/tiff.hpp"
#include "core/poster/poster_formats.hpp"

namespace heteroscope {
namespace {

TiffCell cell_of(const PosterShape& shape) {
  if (!shape.values) return TiffCell::rgba8;
  return shape.precision == Precision::fp64 ? TiffCell::fp64 : TiffCell::fp32;
}

/// Pieces are squares of tiles, each with overviews down to a single tile, in the order that the tiles have in the
/// file.
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
  [[nodiscard]] Pieces pieces(Size piece) const override { return {shape_.size, piece, PieceOrder::quarters}; }
  [[nodiscard]] double most_bytes() const override { return writer_.layout().most_bytes(); }
  [[nodiscard]] double least_bytes() const override {
    return static_cast<double>(writer_.layout().tiles_begin()) +
           least_deflated(shape_.size, heteroscope::bytes_of(cell_of(shape_)));
  }
  [[nodiscard]] double bytes_of_sample(const PartCells& cells) override {
    constexpr double with_overviews = 4.0 / 3;
    return with_overviews * static_cast<double>(writer_.encode(0, 0, in_file(cells), 0).size());
  }
  void set_piece(Size piece) override {
    pieces_ = pieces(piece);
    halvings_ = std::countr_zero(static_cast<unsigned>(piece.width / tiff_tile));
  }
  void begin(Size piece) override {
    set_piece(piece);
    writer_.begin();
    kept_ = {.bytes = writer_.end(), .sums = {}};
  }
  bool go_on(Size piece, const Kept& kept, const ComputePart&) override {
    if (kept.pieces == 0) {
      begin(piece);
      return true;
    }
    set_piece(piece);
    kept_ = kept;
    writer_.go_on(kept.bytes);
    return true;
  }
  [[nodiscard]] bool holds(const Kept& kept, std::size_t index) const override {
    const Kept before = kept.before(index);
    const PiecesSum& to = kept.sums[index];
    TiffWriter::Found found{.end = index == 0 ? writer_.layout().tiles_begin() : before.bytes};
    for (std::int64_t i = before.pieces; i < to.pieces; ++i) {
      const Cutout part = (*pieces_)[i];
      std::vector<TiffTile> tiles = writer_.layout().tiles_of_part(part.x, part.y, part.size, halvings_);
      const std::vector<TiffTile> above = writer_.layout().overviews_after(tiles.back());
      tiles.insert(tiles.end(), above.begin(), above.end());
      const auto with = writer_.find(tiles, found, to.bytes);
      if (!with) return false;
      found = *with;
    }
    return found.end == to.bytes && found.sum == to.sum;
  }
  void put(const Cutout& part, const PartCells& cells) override {
    writer_.set_sum(kept_.sum_before(pieces_->count()));
    writer_.put(part.x, part.y, in_file(cells), halvings_);
    add();
  }
  [[nodiscard]] std::vector<std::byte> encode(const Cutout& part, const PartCells& cells) override {
    return writer_.encode(part.x, part.y, in_file(cells), halvings_);
  }
  void put_encoded(const Cutout&, std::span<const std::byte> bytes) override {
    writer_.set_sum(kept_.sum_before(pieces_->count()));
    writer_.put_encoded(bytes);
    add();
  }
  [[nodiscard]] const Kept& kept() const override { return kept_; }
  void end() override {}

 private:
  /// A piece was written.
  void add() { kept_.add(1, writer_.end(), writer_.sum(), pieces_->count()); }
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
  std::optional<Pieces> pieces_;
  int halvings_ = 0;
};

}  // namespace

std::unique_ptr<PosterFile> poster_tiff(PosterShape shape, PositionedFile& file) {
  return std::make_unique<PosterTiff>(std::move(shape), file);
}

}  // namespace heteroscope
