#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heteroscope {

/// A chunk of a PNG as it stands in the file: length, type, data and checksum.
std::vector<std::byte> png_chunk(const char* type, std::span<const std::byte> data);

/// Some rows of a PNG, compressed by themselves: an IDAT chunk whose data end on a byte, where the next strip's follow.
struct PngStrip {
  std::vector<std::byte> chunk;  ///< the buffer is kept for the next strip
  std::size_t chunk_bytes = 0;   ///< of it, how many are this strip's
  std::uint32_t adler = 1;       ///< the checksum of the bytes before compression
  std::size_t raw_bytes = 0;
};

/// Makes strips; one for each thread.
class PngStripCoder {
 public:
  PngStripCoder();
  ~PngStripCoder();
  PngStripCoder(const PngStripCoder&) = delete;
  PngStripCoder& operator=(const PngStripCoder&) = delete;

  /// `pixels`: whole rows, RGBA8, of `row_bytes` each; `above`: the row before them, or zeros; `first`: the strip
  /// begins the file's zlib stream. Throws std::bad_alloc.
  void encode(const std::uint8_t* pixels, int rows, const std::uint8_t* above, std::size_t row_bytes, bool first,
              PngStrip& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heteroscope
