#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/color/color_map.hpp"
#include "core/io/positioned_file.hpp"
#include "core/memory/field.hpp"
#include "core/memory/pixels.hpp"
#include "core/poster/pieces.hpp"

namespace heteroscope {

/// The checksum (CRC-32) of pieces that follow each other in a poster's file.
struct PiecesSum {
  std::int64_t pieces = 0;  ///< the pieces below this number that the sums before it do not have
  std::uint64_t bytes = 0;  ///< of the file with these pieces
  std::uint32_t sum = 0;
  bool operator==(const PiecesSum&) const = default;
};

/// How much of a poster is finished: all that a process must know to continue the file.
struct Kept {
  std::int64_t pieces = 0;
  std::uint64_t bytes = 0;      ///< of the file; what comes after them is worth nothing
  std::uint32_t sum = 1;        ///< a checksum so far, where the format has one over all of it
  std::vector<PiecesSum> sums;  ///< of all pieces
  bool operator==(const Kept&) const = default;

  /// The number of pieces, out of `count`, that have a checksum together: one, unless there are very many.
  static std::int64_t together(std::int64_t count) {
    constexpr std::int64_t most_sums = 4096;
    return std::max<std::int64_t>(1, (count - 1) / most_sums + 1);
  }
  /// The checksum that the next piece continues; 0: it begins one.
  [[nodiscard]] std::uint32_t sum_before(std::int64_t count) const { return is_open(count) ? sums.back().sum : 0; }
  /// So many more pieces of `count` are there, up to that byte; `with`: the checksum that has them.
  void add(std::int64_t more, std::uint64_t end, std::uint32_t with, std::int64_t count) {
    if (!is_open(count)) sums.emplace_back();
    pieces += more;
    bytes = end;
    sums.back() = {pieces, bytes, with};
  }
  /// The state before the pieces of a checksum.
  [[nodiscard]] Kept before(std::size_t index) const {
    Kept out;
    out.sums.assign(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(index));
    if (index == 0) return out;
    out.pieces = out.sums.back().pieces;
    out.bytes = out.sums.back().bytes;
    return out;
  }

 private:
  /// The last checksum is still of fewer pieces than it may be.
  [[nodiscard]] bool is_open(std::int64_t count) const {
    if (sums.empty()) return false;
    const std::int64_t first = sums.size() > 1 ? sums[sums.size() - 2].pieces : 0;
    return pieces - first < together(count);
  }
};

/// The content of a poster's file.
struct PosterShape {
  Size size;
  Precision precision = Precision::fp64;
  ColorMap colors;                          ///< of a picture
  std::string text;                         ///< the settings, where the format has room for a text
  bool values = false;                      ///< no colors
  int longest_side = longest_side_at_once;  ///< of a piece
  bool compact = false;                     ///< a piece costs its border, too: the shorter that is, the better
};

/// A part's cells on the host: its values, and the colors of its pixels where these are not the values' own.
struct PartCells {
  FieldView values;
  std::span<const std::uint32_t> colors;
};

/// A part that was computed.
struct ComputedPart {
  Field values;
  Pixels colors;  ///< as PartCells'
  [[nodiscard]] PartCells cells() const { return {values.host_view(), colors}; }
};

/// Computes a part of the whole; none: it was given up.
using ComputePart = std::function<std::optional<ComputedPart>(const Cutout&)>;

/// A file that takes a result piece by piece, in the order of its pieces(). Its bytes are the same in whatever pieces,
/// and those of a result that is there whole. One for each format. Throws BadInput where it
/// cannot be written, std::system_error where a thread cannot be started, and std::bad_alloc.
class PosterFile {
 public:
  virtual ~PosterFile() = default;

  /// The piece to compute at once where somebody would like one of `wanted`: what the format writes in one go is never
  /// divided.
  [[nodiscard]] virtual Size piece(Size wanted) const = 0;
  /// The size of pieces, of about so many cells, if nobody chooses one.
  [[nodiscard]] virtual Size usual_piece(std::int64_t cells) const = 0;
  /// All of them, of that size, in the order in which they are put.
  [[nodiscard]] virtual Pieces pieces(Size piece) const = 0;
  /// No file takes more bytes, and none fewer.
  [[nodiscard]] virtual double most_bytes() const = 0;
  [[nodiscard]] virtual double least_bytes() const = 0;
  /// The bytes that such a small part of the picture adds to the file.
  [[nodiscard]] virtual double bytes_of_sample(const PartCells& cells) = 0;
  /// Sets the colors of a picture whose colors become known only now, before its first piece.
  virtual void set_colors(const ColorMap& colors) = 0;
  /// A new file of pieces of that size, which piece() has given.
  virtual void begin(Size piece) = 0;
  /// Whether the file, which another process has begun in pieces of the size that is set, holds what
  /// `kept.sums[index]` is the checksum of. It has `kept.bytes`.
  [[nodiscard]] virtual bool holds(const Kept& kept, std::size_t index) const = 0;
  /// Goes on with one that another process has begun; what follows from its shape alone is written again. False: a part
  /// that it needs was given up, and it does not.
  virtual bool go_on(Size piece, const Kept& kept, const ComputePart& compute) = 0;
  virtual void put(const Cutout& part, const PartCells& cells) = 0;

  // Functions for writing by way of another process, which has the same format and piece and no file: encode() instead
  // of put(), on one thread, which may be another than that of all else.
  /// Sets the size of its pieces.
  virtual void set_piece(Size piece) = 0;
  /// The part that must be computed for encode(): the part itself, or also rows above it.
  [[nodiscard]] virtual Cutout needed_for(const Cutout& part) const { return part; }
  /// `cells`: of what is needed. Returns bytes that put_encoded() takes.
  [[nodiscard]] virtual std::vector<std::byte> encode(const Cutout& part, const PartCells& cells) = 0;
  virtual void put_encoded(const Cutout& part, std::span<const std::byte> bytes) = 0;
  /// The content of the file so far.
  [[nodiscard]] virtual const Kept& kept() const = 0;
  /// All pieces are there.
  virtual void end() = 0;
};

/// The format by the name's end: .png, .npy, .tif and .tiff. The file must outlive it. Null for another name.
std::unique_ptr<PosterFile> poster_file(const std::string& extension, PosterShape shape, PositionedFile& file);

}  // namespace heteroscope
