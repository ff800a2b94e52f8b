#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heteroscope {

/// The size of so many bytes in the worst case, if they cannot be compressed: stored blocks of at most 64 KiB with five
/// bytes each in front.
std::size_t most_deflated(std::size_t raw_bytes);

/// Compresses bytes with ISA-L; one for each thread.
class Deflater {
 public:
  /// A part of a stream ends on a byte, where the next part's bytes may follow; or a whole zlib stream (RFC 1950).
  enum class Form { part, zlib };

  Deflater();
  ~Deflater();
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;

  /// Puts what becomes of `raw` behind the first `before` bytes of `out`, which grows where it must, and has room for
  /// `after` bytes more. Returns how many bytes it is. Throws std::bad_alloc.
  std::size_t deflate(std::span<const std::uint8_t> raw, Form form, std::size_t before, std::size_t after,
                      std::vector<std::byte>& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heteroscope
