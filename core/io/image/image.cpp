#include "core/io/image/image.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/base/wrong.hpp"
#include "core/io/extension.hpp"
#include "core/io/image/image_formats.hpp"

namespace heteroscope {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view readable = "PNG, JPEG, WebP, GIF, BMP, TIFF, binary PGM or PPM, and .npy can be";

struct Format {
  std::string_view signature;   ///< "?" stands for any byte
  std::string_view extensions;  ///< of such files' names, a space between two
  DecodedImage (*decode)(std::span<const std::byte>, const std::string&, ImageChannel);
};
constexpr Format formats[] = {{"\x89PNG\r\n\x1a\n", ".png", decode_png},
                              {"\xff\xd8\xff", ".jpg .jpeg .jpe .jfif", decode_jpeg},
                              {"RIFF????WEBP", ".webp", decode_webp},
                              {"GIF8", ".gif", decode_gif},
                              {"BM", ".bmp", decode_bmp},
                              {"II*\0"sv, ".tif .tiff", decode_tiff},
                              {"MM\0*"sv, ".tif .tiff", decode_tiff},
                              {"II+\0"sv, ".tif .tiff", decode_tiff},
                              {"MM\0+"sv, ".tif .tiff", decode_tiff},
                              {"P5", ".pgm .pnm", decode_pnm},
                              {"P6", ".ppm .pnm", decode_pnm}};

bool begins_with(std::string_view text, std::string_view signature) {
  return text.size() >= signature.size() &&
         std::ranges::equal(signature, text.substr(0, signature.size()),
                            [](char wanted, char found) { return wanted == '?' || wanted == found; });
}

/// The format of a file; null if it is none of these.
const Format* find_format(std::string_view text) {
  const auto* found =
      std::ranges::find_if(formats, [&](const Format& each) { return begins_with(text, each.signature); });
  return found == std::end(formats) ? nullptr : found;
}

std::string_view text_of_bytes(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What a file that cannot be read probably is; empty if that is unknown.
std::string_view known_stranger(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> strangers[] = {
      {"8BPS", "a Photoshop file"}, {"#?R", "a Radiance HDR image"}, {"%PDF", "a PDF"},
      {"<svg", "an SVG"},           {"\0\0\1\0"sv, "an icon"},
  };
  for (const auto& [signature, label] : strangers)
    if (text.starts_with(signature)) return label;
  if (text.size() >= 8 && text.substr(4, 4) == "ftyp") return "a HEIF or AVIF image";
  return {};
}

}  // namespace

void check_image_signature(std::span<const std::byte> start, const std::string& name) {
  const std::string_view text = text_of_bytes(start);
  if (text.empty()) throw wrong_file(Wrong::damaged, name, "the file is empty");
  if (find_format(text) != nullptr) return;
  if (text.size() >= 2 && text[0] == 'P' && text[1] >= '1' && text[1] <= '7') {
    throw wrong_file(Wrong::kind, name, "a Netpbm image of kind {} cannot be read; binary P5 and P6 can",
                     text.substr(0, 2));
  }
  const std::string_view label = known_stranger(text);
  if (!label.empty()) throw wrong_file(Wrong::kind, name, "{} cannot be read; {}", label, readable);
  throw wrong_file(Wrong::kind, name, "not an image that can be read; {}", readable);
}

bool has_image_extension(const std::filesystem::path& file) {
  const std::string extension = extension_of(file);
  if (extension.empty()) return false;
  return std::ranges::any_of(formats, [&](const Format& each) {
    return (' ' + std::string(each.extensions) + ' ').find(' ' + extension + ' ') != std::string::npos;
  });
}

DecodedImage decode_image(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel) {
  check_image_signature(bytes, name);
  return find_format(text_of_bytes(bytes))->decode(bytes, name, channel);
}

}  // namespace heteroscope
