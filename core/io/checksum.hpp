#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace heteroscope {

/// CRC-32 as in gzip and PNG (RFC 1952, section 8) of what `before` is the checksum of, and these bytes after it.
std::uint32_t crc32(std::uint32_t before, std::span<const std::byte> bytes);

}  // namespace heteroscope
