#include "core/io/image/image.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/base/wrong.hpp"
#include "core/io/image/image_formats.hpp"

namespace heteroscope {
namespace {

constexpr std::string_view readable = "PNG, JPEG, binary PGM or PPM, and .npy can be";

struct Format {
  std::string_view signature;
  Field (*decode)(std::span<const std::byte>, const std::string&);
};
constexpr Format formats[] = {
    {"\x89PNG\r\n\x1a\n", decode_png_luma}, {"\xff\xd8\xff", decode_jpeg}, {"P5", decode_pnm}, {"P6", decode_pnm}};

/// The format of a file; null if it is none of these.
const Format* find_format(std::string_view text) {
  const auto* found =
      std::ranges::find_if(formats, [&](const Format& each) { return text.starts_with(each.signature); });
  return found == std::end(formats) ? nullptr : found;
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What a file that cannot be read probably is; empty if that is unknown.
std::string_view known_stranger(std::string_view text) {
  using namespace std::string_view_literals;
  constexpr std::pair<std::string_view, std::string_view> strangers[] = {
      {"GIF8", "a GIF"},     {"8BPS", "a Photoshop file"}, {"#?R", "a Radiance HDR image"},
      {"II*\0"sv, "a TIFF"}, {"MM\0*"sv, "a TIFF"},        {"%PDF", "a PDF"},
      {"<svg", "an SVG"},    {"\0\0\1\0"sv, "an icon"},    {"BM", "a BMP"},
  };
  for (const auto& [signature, label] : strangers)
    if (text.starts_with(signature)) return label;
  if (text.starts_with("RIFF") && text.size() >= 12 && text.substr(8, 4) == "WEBP") return "a WebP image";
  if (text.size() >= 8 && text.substr(4, 4) == "ftyp") return "a HEIF or AVIF image";
  return {};
}

}  // namespace

void check_image_signature(std::span<const std::byte> start, const std::string& name) {
  const std::string_view text = text_of(start);
  if (text.empty()) throw wrong_file(Wrong::damaged, name, "the file is empty");
  if (find_format(text) != nullptr) return;
  if (text.size() >= 2 && text[0] == 'P' && text[1] >= '1' && text[1] <= '7') {
    throw wrong_file(Wrong::kind, name, "a Netpbm image of kind {} cannot be read; binary P5 and P6 can",
                     text.substr(0, 2));
  }
  const std::string_view label = known_stranger(text);
  if (!label.empty()) throw wrong_file(Wrong::kind, name, "{} cannot be read; {}", label, readable);
  throw wrong_file(Wrong::kind, name, "this is no image that can be read; {}", readable);
}

Field decode_image(std::span<const std::byte> bytes, const std::string& name) {
  check_image_signature(bytes, name);
  return find_format(text_of(bytes))->decode(bytes, name);
}

}  // namespace heteroscope
