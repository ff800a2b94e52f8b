#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/types/basic_types.hpp"

struct spng_ctx;

namespace heteroscope {

/// The facts in a PNG's header.
struct PngFacts {
  std::int64_t width = 0, height = 0;  ///< from 1; not held against a limit
  bool wide = false;                   ///< 16 bits a sample, else 8 or fewer
  bool gray = false;                   ///< red, green and blue are the same
};

/// The pixels that one row of a pass has: of a file that is not interlaced, all of row `y`.
struct PngRow {
  int y = 0;
  int first = 0, step = 1;  ///< columns first, first + step, …: only these hold what was read
  const void* rgba = nullptr;
};

/// A PNG in memory, read by libspng row by row: it holds a few rows, whatever the file claims. Every member throws
/// BadInput, naming `name`, for what is no PNG, is cut short or damaged (each chunk's checksum is looked at) or has
/// chunks that would unpack to more than 64 MiB, and std::bad_alloc. The bytes must outlive it.
class PngReader {
 public:
  PngReader(std::span<const std::byte> bytes, std::string name);
  ~PngReader();
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  [[nodiscard]] const PngFacts& facts() const { return facts_; }
  /// The size if an image of it is within the limits and the file long enough to hold its pixels: before memory is
  /// taken for them. Throws BadInput otherwise.
  [[nodiscard]] Size checked_size() const;
  /// The first text under the keyword that stands before the pixels, which are not looked at.
  [[nodiscard]] std::optional<std::string> text(const char* keyword);
  /// Reads the file to its end, once. Four samples a pixel, of 16 bits (`wide`; smaller depths are spread over 0 to
  /// 65535) or of 8; alpha is the largest value where the file says nothing of it.
  void read_rows(bool wide, const std::function<void(const PngRow&)>& take);

 private:
  /// Throws for a code of libspng's other than 0.
  void check(int code) const;

  std::span<const std::byte> bytes_;
  std::string name_;
  std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> context_;
  PngFacts facts_;
  std::int64_t raw_bytes_ = 0;  ///< of the pixels before compression, without the filters' numbers
};

}  // namespace heteroscope
