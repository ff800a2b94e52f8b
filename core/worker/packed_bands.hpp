#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/worker/messages.hpp"

/// The values of a band as a message has them: as they are, or packed. Packed, each value is replaced by its
/// difference, as a whole number, from the one before it; the first bytes of all stand together, then the second ones,
/// and so on; and zstd's quickest level shortens that (docs/machines.md has what is measured). Nothing is rounded.
namespace heteroscope {

/// Bytes of a band at most, before it is packed: a whole number of values.
inline constexpr std::size_t band_bytes = std::size_t{1} << 18;

/// From so many bytes a second on a link is quicker than packing is.
inline constexpr double unpacked_from_bytes_per_s = 5e8;

/// Returns how large bands are where so many bytes may be on the way (`ExecuteRequest::window`): several fit in, so
/// that the link is busy while it is waited to hear that the first has come.
std::size_t band_bytes_for(std::uint64_t window);

/// Returns the bands of a field's values from that offset on, of `most` bytes each before they are packed; some of
/// them, which are packed at the same time. Throws BadInput where there is no memory.
std::vector<Band> bands_of(std::uint32_t field, std::uint64_t offset, std::span<const std::uint8_t> values,
                           Precision precision, bool packed, std::size_t most = band_bytes);

/// Puts the values of a band into so many bytes, which are its own number of them. Throws BadInput where it has others.
void unpack(const Band& band, Precision precision, std::span<std::uint8_t> into);

}  // namespace heteroscope
