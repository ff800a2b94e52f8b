#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.hpp"

namespace heteroscope {

/// RGBA8 pixels, row-major, red in the lowest byte.
struct Picture {
  Size size;
  std::vector<std::uint32_t> pixels;
};

/// Throws BadInput, naming `name`, for a result of more pixels than a PNG can have here (2^28): before it is colored.
void check_png_size(Size size, const std::string& name);

/// A PNG (8-bit RGBA) in memory; `text`, if not empty, goes into a `tEXt` chunk under the keyword "heteroscope".
std::vector<std::byte> encode_png(const Picture& picture, const std::string& text);
/// Throws BadInput for what is no PNG.
Picture decode_png(std::span<const std::byte> bytes, const std::string& name);
/// The text under "heteroscope"; nothing if the PNG has none. Throws BadInput for what is no PNG, is cut short or whose
/// chunk fails its checksum.
std::optional<std::string> png_text(std::span<const std::byte> bytes, const std::string& name);

/// Calls `visit(type, data)` for every chunk up to IEND. Throws BadInput, naming `name`, for what is no PNG, does not
/// begin with its header, is cut short, or has a chunk that fails its checksum.
void walk_png(std::span<const std::byte> bytes, const std::string& name,
              const std::function<void(std::string_view, std::span<const std::byte>)>& visit);

/// The same through files.
void write_png(const std::filesystem::path& path, const Picture& picture, const std::string& text);

}  // namespace heteroscope
