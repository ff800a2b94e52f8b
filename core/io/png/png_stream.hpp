#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/io/new_file.hpp"
#include "core/io/png/png_strip.hpp"
#include "core/types/basic_types.hpp"

namespace heteroscope {

/// A PNG that is given its rows some at a time: encode_png's bytes, also where another process goes on with it.
class PngStream {
 public:
  /// The state of writing: everything that the next bytes depend on, beside the rows to come and the one before them.
  struct Place {
    int row = 0;
    std::uint32_t adler = 1;  ///< the checksum of what has been compressed
  };

  /// Throws BadInput for a size or a text that encode_png does not take.
  PngStream(Size size, std::string text);
  ~PngStream();
  PngStream(const PngStream&) = delete;
  PngStream& operator=(const PngStream&) = delete;

  /// Rows that are compressed together.
  [[nodiscard]] int strip_rows() const { return strip_rows_; }
  /// The next ones, as many as are compressed at the same time; none at the picture's end.
  [[nodiscard]] Rows next_rows() const;
  [[nodiscard]] const Place& place() const { return place_; }
  /// No picture of this size takes more.
  [[nodiscard]] double most_bytes() const;

  /// Writes what precedes the rows.
  void begin(const Append& append);
  /// Goes on from there; `above`: the row before it.
  void go_on(const Place& place, std::span<const std::uint32_t> above);
  /// The next rows, RGBA8: whole strips, or all that are left. Throws what encode_png throws.
  void put(std::span<const std::uint32_t> pixels, const Append& append);
  void end(const Append& append);

  /// Rows as put() takes them, compressed by any process: whole strips, or the picture's last rows.
  struct Made {
    std::vector<std::byte> bytes;
    std::uint32_t adler = 1;
    int rows = 0;
  };
  /// `row`: the first one's number; `above`: the one before it, nothing where there is none. Throws likewise.
  [[nodiscard]] static Made make(Size size, int row, std::span<const std::uint32_t> above,
                                 std::span<const std::uint32_t> pixels);
  /// Takes them in the place of their pixels; only such rows may follow.
  void put(const Made& made, const Append& append);

 private:
  Size size_;
  std::string text_;
  int strip_rows_ = 1;
  Place place_;
  std::vector<std::uint32_t> above_;
  std::vector<PngStripCoder> coders_;
  std::vector<PngStrip> made_;
};

}  // namespace heteroscope
