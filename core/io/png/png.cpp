#include "core/io/png/png.hpp"

#include <bit>
#include <cstring>

#include "core/io/checksum.hpp"
#include "core/io/png/png_reader.hpp"

namespace heteroscope {
namespace {

constexpr const char* keyword = "heteroscope";
constexpr std::size_t samples_of_pixel = 4;
static_assert(std::endian::native == std::endian::little, "red is a pixel's lowest byte, and a PNG's first");

PictureRows rows_of(const Picture& picture) {
  return [&picture](Rows rows) {
    const auto width = static_cast<std::size_t>(picture.size.width);
    return std::span(picture.pixels)
        .subspan(static_cast<std::size_t>(rows.begin) * width, static_cast<std::size_t>(rows.count()) * width);
  };
}

template <class Sample>
void read_samples(PngReader& reader, Size size, Sample* samples) {
  const auto width = static_cast<std::size_t>(size.width);
  reader.read_rows(sizeof(Sample) == 2, [&](const PngRow& row) {
    const auto* from = static_cast<const Sample*>(row.rgba);
    Sample* to = samples + samples_of_pixel * static_cast<std::size_t>(row.y) * width;
    if (row.step == 1) {
      std::memcpy(to, from, samples_of_pixel * width * sizeof(Sample));
      return;
    }
    for (auto x = static_cast<std::size_t>(row.first); x < width; x += static_cast<std::size_t>(row.step)) {
      std::memcpy(to + samples_of_pixel * x, from + samples_of_pixel * x, samples_of_pixel * sizeof(Sample));
    }
  });
}

}  // namespace

std::vector<std::byte> encode_png(const Picture& picture, const std::string& text) {
  std::vector<std::byte> png;
  encode_png(picture.size, rows_of(picture), text,
             [&png](std::span<const std::byte> bytes) { png.insert(png.end(), bytes.begin(), bytes.end()); });
  return png;
}

void write_png(const std::filesystem::path& path, Size size, const PictureRows& rows, const std::string& text) {
  write_file(path, [&](const Append& append) { encode_png(size, rows, text, append); });
}

void write_png(const std::filesystem::path& path, const Picture& picture, const std::string& text) {
  write_png(path, picture.size, rows_of(picture), text);
}

bool png_is_wide(std::span<const std::byte> bytes, const std::string& name) {
  return PngReader(bytes, name).facts().wide;
}

template <class Sample>
std::vector<Sample> decode_png_samples(std::span<const std::byte> bytes, const std::string& name, Size& size) {
  PngReader reader(bytes, name);
  size = reader.checked_size();
  std::vector<Sample> samples(samples_of_pixel * static_cast<std::size_t>(size.area()));
  read_samples(reader, size, samples.data());
  return samples;
}

template std::vector<std::uint8_t> decode_png_samples(std::span<const std::byte>, const std::string&, Size&);
template std::vector<std::uint16_t> decode_png_samples(std::span<const std::byte>, const std::string&, Size&);

Picture decode_png(std::span<const std::byte> bytes, const std::string& name) {
  PngReader reader(bytes, name);
  const Size size = reader.checked_size();
  Picture picture{size, Pixels(static_cast<std::size_t>(size.area()))};
  read_samples(reader, size, reinterpret_cast<std::uint8_t*>(picture.pixels.data()));
  return picture;
}

bool png_is_whole(std::span<const std::byte> bytes) {
  constexpr std::size_t signature = 8;
  constexpr std::size_t word = 4;
  constexpr std::size_t around = 3 * word;  // length, type and checksum
  const auto number_at = [&](std::size_t at) {
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < word; ++i) out = out << 8 | static_cast<std::uint32_t>(bytes[at + i]);
    return out;
  };
  for (std::size_t at = signature; at + around <= bytes.size();) {
    const std::size_t data = number_at(at);
    if (data > bytes.size() - at - around) return false;
    const std::span<const std::byte> summed = bytes.subspan(at + word, word + data);
    if (crc32(0, summed) != number_at(at + 2 * word + data)) return false;
    at += around + data;
    if (std::memcmp(summed.data(), "IEND", word) == 0) return at == bytes.size();
  }
  return false;
}

std::optional<std::string> png_text(std::span<const std::byte> bytes, const std::string& name) {
  return PngReader(bytes, name).text(keyword);
}

}  // namespace heteroscope
