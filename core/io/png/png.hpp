#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/io/file.hpp"
#include "core/memory/pixels.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// RGBA8 pixels, row-major, red in the lowest byte.
struct Picture {
  Size size;
  Pixels pixels;
};

/// Gives the pixels of these rows, RGBA8, row-major; they must stay until the next call. Asked on the thread that
/// writes, for a few megabytes at a time, from the top down, each row once. What it throws ends the writing.
using PictureRows = std::function<std::span<const std::uint32_t>(Rows)>;

/// A PNG (8-bit RGBA) piece by piece: filtered and deflated by OpenMP's number of threads, with the same bytes for any
/// number; memory is bounded by the strips in flight (some 64 MiB, or a row where that is more). `text`, if not empty,
/// goes into a `tEXt` chunk under the keyword "heteroscope". Throws BadInput for a size outside 1x1 to 2^28 columns by
/// 2^31-1 rows, std::system_error where a thread cannot be started, std::bad_alloc, and what `rows` and `append` throw.
void encode_png(Size size, const PictureRows& rows, const std::string& text, const Append& append);
/// The PNG in memory.
std::vector<std::byte> encode_png(const Picture& picture, const std::string& text);
/// Writes the PNG to a file.
void write_png(const std::filesystem::path& path, Size size, const PictureRows& rows, const std::string& text);
void write_png(const std::filesystem::path& path, const Picture& picture, const std::string& text);

/// Whether a PNG has 16 bits a sample. Throws as decode_png does, for its header.
bool png_is_wide(std::span<const std::byte> bytes, const std::string& name);
/// Red, green, blue and alpha of every pixel, row-major: std::uint8_t, or std::uint16_t (a smaller depth is spread over
/// 0 to 65535). Throws BadInput for what is no PNG, is cut short or damaged, or is beyond the limits of
/// image_limits.hpp.
template <class Sample>
std::vector<Sample> decode_png_samples(std::span<const std::byte> bytes, const std::string& name, Size& size);
/// The PNG as a picture; of samples with 16 bits the upper 8 are kept.
Picture decode_png(std::span<const std::byte> bytes, const std::string& name);
/// Whether its chunks follow each other to the last, and each has its checksum: no bit of them is another than was
/// written. Its pixels are not unpacked.
bool png_is_whole(std::span<const std::byte> bytes);
/// The text under "heteroscope"; nothing if the PNG has none. Its pixels are not looked at. Throws BadInput for what is
/// no PNG, or is cut short or damaged before them.
std::optional<std::string> png_text(std::span<const std::byte> bytes, const std::string& name);

}  // namespace heteroscope
