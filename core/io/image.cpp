#include "core/io/image.hpp"

#include <fmt/format.h>
#include <stb_image.h>

#include <algorithm>
#include <climits>
#include <iterator>
#include <memory>
#include <string_view>

#include "core/error.hpp"
#include "core/io/image_check.hpp"

namespace heteroscope {
namespace {

constexpr std::string_view readable = "PNG, JPEG, BMP, binary PGM or PPM, and .npy can be";

using Check = ImageFacts (*)(std::span<const std::byte>, const std::string&);

/// A format that stb_image decodes.
struct Format {
  std::string_view label;
  std::string_view signature;
  Check check;
};
constexpr Format formats[] = {
    {"PNG", "\x89PNG\r\n\x1a\n", check_png}, {"JPEG", "\xff\xd8\xff", check_jpeg}, {"BMP", "BM", check_bmp}};

/// Null for a file of none of these formats.
const Format* find_format(std::string_view text) {
  const auto* found =
      std::ranges::find_if(formats, [&](const Format& each) { return text.starts_with(each.signature); });
  return found == std::end(formats) ? nullptr : found;
}

bool is_pnm(std::string_view text) {
  return text.starts_with("P5") || text.starts_with("P6");
}

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What a file that cannot be read probably is; empty if nothing is known.
std::string_view known_stranger(std::string_view text) {
  using namespace std::string_view_literals;
  constexpr std::pair<std::string_view, std::string_view> strangers[] = {
      {"GIF8", "a GIF"},     {"8BPS", "a Photoshop file"}, {"#?R", "a Radiance HDR image"},
      {"II*\0"sv, "a TIFF"}, {"MM\0*"sv, "a TIFF"},        {"%PDF", "a PDF"},
      {"<svg", "an SVG"},    {"\0\0\1\0"sv, "an icon"},
  };
  for (const auto& [signature, label] : strangers)
    if (text.starts_with(signature)) return label;
  if (text.starts_with("RIFF") && text.size() >= 12 && text.substr(8, 4) == "WEBP") return "a WebP image";
  if (text.size() >= 8 && text.substr(4, 4) == "ftyp") return "a HEIF or AVIF image";
  return {};
}

template <class Sample>
void write_luma(const Sample* samples, int channels, double scale, std::span<float> out) {
  for (std::size_t i = 0; i < out.size(); ++i, samples += channels) {
    const double value = channels < 3 ? samples[0] : luma(samples[0], samples[1], samples[2]);
    out[i] = static_cast<float>(value / scale);
  }
}

Field decode_by_stb(std::span<const std::byte> bytes, const std::string& name, const Format& format) {
  const ImageFacts facts = format.check(bytes, name);
  const auto completed = format.check == check_png ? complete_palette(bytes) : std::vector<std::byte>();
  if (!completed.empty()) bytes = completed;
  if (bytes.size() > INT_MAX) throw BadInput(fmt::format("{}: larger than {} bytes", name, INT_MAX));

  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int length = static_cast<int>(bytes.size());
  Size size;
  int channels = 0;
  void* loaded =
      facts.wide ? static_cast<void*>(stbi_load_16_from_memory(data, length, &size.width, &size.height, &channels, 0))
                 : stbi_load_from_memory(data, length, &size.width, &size.height, &channels, 0);
  const std::unique_ptr<void, decltype(&stbi_image_free)> samples(loaded, &stbi_image_free);
  if (!samples) {
    const char* reason = stbi_failure_reason();
    throw BadInput(fmt::format("{}: this {} cannot be read: {}", name, format.label, reason ? reason : "damaged"));
  }
  if (size != facts.size) throw BadInput(fmt::format("{}: this {} is damaged: it has two sizes", name, format.label));

  const auto area = static_cast<std::size_t>(size.area());
  auto buffer = std::make_shared<Buffer>(MemoryKind::host, area * sizeof(float));
  const std::span<float> out(static_cast<float*>(buffer->host()), area);
  if (facts.wide) {
    write_luma(static_cast<const stbi_us*>(samples.get()), channels, 65535.0 / 255, out);
  } else {
    write_luma(static_cast<const stbi_uc*>(samples.get()), channels, 1, out);
  }
  return {size, Precision::fp32, std::move(buffer), nullptr};
}

}  // namespace

void check_image_signature(std::span<const std::byte> start, const std::string& name) {
  const std::string_view text = text_of(start);
  if (text.empty()) throw BadInput(fmt::format("{}: the file is empty", name));
  if (find_format(text) != nullptr || is_pnm(text)) return;
  if (text.size() >= 2 && text[0] == 'P' && text[1] >= '1' && text[1] <= '7') {
    throw BadInput(
        fmt::format("{}: a Netpbm image of kind {} cannot be read; binary P5 and P6 can", name, text.substr(0, 2)));
  }
  const std::string_view label = known_stranger(text);
  if (!label.empty()) throw BadInput(fmt::format("{}: {} cannot be read; {}", name, label, readable));
  throw BadInput(fmt::format("{}: this is no image that can be read; {}", name, readable));
}

Field decode_image(std::span<const std::byte> bytes, const std::string& name) {
  check_image_signature(bytes, name);
  const Format* format = find_format(text_of(bytes));
  return format != nullptr ? decode_by_stb(bytes, name, *format) : decode_pnm(bytes, name);
}

}  // namespace heteroscope
