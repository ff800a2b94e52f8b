#pragma once

#include <zstd.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/worker/messages.hpp"

/// The values of a band as a message has them: as they are, or packed. Packed, each value is replaced by its
/// difference, as a whole number, from the one before it; the first bytes of all stand together, then the second ones,
/// and so on; and zstd's quickest level shortens that (docs/machines.md has what is measured). Nothing is rounded.
namespace heteroscope {

/// Bytes of a band at most, before it is packed: a whole number of values.
inline constexpr std::size_t band_bytes = std::size_t{1} << 18;

/// Returns how large bands are where so many bytes may be on the way (`ExecuteRequest::window`): several fit in, so
/// that the link is busy while it is waited to hear that the first has come.
std::size_t band_bytes_for(std::uint64_t window);

/// Makes bands of fields' values. The memory in which they are packed is kept from one to the next. One thread at a
/// time.
class BandPacker {
 public:
  /// Returns the bands of a field's values from that offset on, of `most` bytes each before they are packed: some of
  /// them, which are packed at the same time. They lie in `values` or in this object, until it is asked for the next.
  /// Throws BadInput where there is no memory.
  std::span<const Band> next(std::uint32_t field, std::uint64_t offset, std::span<const std::uint8_t> values,
                             Precision precision, bool packed, std::size_t most = band_bytes);

 private:
  struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  /// What a thread packs with.
  struct Lane {
    std::unique_ptr<ZSTD_CCtx, FreeContext> context;
    std::vector<std::uint8_t> planes;
  };
  static void pack(Band& band, Precision precision, Lane& lane, std::vector<std::uint8_t>& into);

  std::vector<Lane> lanes_;
  std::vector<std::vector<std::uint8_t>> packed_;  ///< by band
  std::vector<Band> bands_;
};

/// Takes values out of bands. One thread at a time.
class BandUnpacker {
 public:
  /// Puts the values of a band into so many bytes, which are its own number of them. Throws BadInput where it has
  /// others.
  void unpack(const Band& band, Precision precision, std::span<std::uint8_t> into);

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  std::vector<std::uint8_t> planes_;
};

}  // namespace heteroscope
