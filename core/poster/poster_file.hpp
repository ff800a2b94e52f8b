#pragma once

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
#include "core/poster/kept.hpp"
#include "core/poster/pieces.hpp"

namespace heteroscope {

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
