#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/field.hpp"
#include "core/types.hpp"

/// What is known about an image file from its structure alone. stb_image takes cut files for whole ones, allocates what
/// a header claims, and in the versions that systems ship reads past its tables where a file lies about them: nothing
/// reaches it that has not passed here.
namespace heteroscope {

inline constexpr int largest_image_side = 65536;
inline constexpr std::int64_t most_image_pixels = std::int64_t{1} << 28;

struct ImageFacts {
  Size size;
  bool wide = false;  ///< 16 bits a sample, else 8
};

/// Throws BadInput, naming `name`, for an image without pixels or one beyond the limits.
Size check_image_size(std::int64_t width, std::int64_t height, const std::string& name);

/// Each throws BadInput, naming `name`, for a file that is cut short, damaged, or of a kind that cannot be read. The
/// bytes begin with the format's signature.
ImageFacts check_png(std::span<const std::byte> bytes, const std::string& name);
ImageFacts check_jpeg(std::span<const std::byte> bytes, const std::string& name);
ImageFacts check_bmp(std::span<const std::byte> bytes, const std::string& name);

/// The PNG with a palette for every index that its pixels can have (black where the file has none), if its own is
/// shorter; else empty. Checksums are not renewed. The PNG must have passed check_png().
std::vector<std::byte> complete_palette(std::span<const std::byte> bytes);

/// The luma of a binary PGM or PPM, 0 to 255, fp32. Throws BadInput as above.
Field decode_pnm(std::span<const std::byte> bytes, const std::string& name);

/// The luma of a pixel, by Rec. 709 (ITU-R BT.709-6, item 3.2), from values as they are stored.
constexpr double luma(double red, double green, double blue) {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

}  // namespace heteroscope
