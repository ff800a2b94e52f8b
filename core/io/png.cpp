#include "core/io/png.hpp"

#include <fmt/format.h>
#include <stb_image.h>
#include <stb_image_write.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>
#include <memory>
#include <string_view>

#include "core/error.hpp"
#include "core/io/file.hpp"

// Source of the format: https://www.w3.org/TR/png-3/#5DataRep (chunks) and #11tEXt.
namespace heteroscope {
namespace {

constexpr std::array<unsigned char, 8> signature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::string_view keyword = "heteroscope";
constexpr std::size_t chunk_frame = 12;  // length, type, checksum
constexpr std::size_t end_of_header = signature.size() + chunk_frame + 13;
// stb counts bytes with int and lets its output buffer double: up to here it cannot overflow.
constexpr std::int64_t most_pixels = std::int64_t{1} << 28;

std::uint32_t big_endian(const std::byte* at) {
  return std::to_integer<std::uint32_t>(at[0]) << 24 | std::to_integer<std::uint32_t>(at[1]) << 16 |
         std::to_integer<std::uint32_t>(at[2]) << 8 | std::to_integer<std::uint32_t>(at[3]);
}

void append_big_endian(std::vector<std::byte>& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::byte>(value >> shift & 255u));
}

std::uint32_t checksum(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::vector<std::byte> text_chunk(const std::string& text) {
  std::vector<std::byte> chunk;
  const std::size_t length = keyword.size() + 1 + text.size();
  chunk.reserve(length + chunk_frame);
  append_big_endian(chunk, static_cast<std::uint32_t>(length));
  const auto append = [&](std::string_view part) {
    const auto bytes = std::as_bytes(std::span(part));
    chunk.insert(chunk.end(), bytes.begin(), bytes.end());
  };
  append("tEXt");
  append(keyword);
  chunk.push_back(std::byte{0});
  append(text);
  append_big_endian(chunk, checksum(std::span(chunk).subspan(4)));
  return chunk;
}

void check_area(Size size, const std::string& name) {
  if (size.width >= 1 && size.height >= 1 && size.area() <= most_pixels) return;
  throw BadInput(
      fmt::format("{}: a PNG of {}x{} pixels is outside 1 to {} pixels", name, size.width, size.height, most_pixels));
}

}  // namespace

void check_png_size(Size size, const std::string& name) {
  if (size.area() <= most_pixels) return;
  throw BadInput(
      fmt::format("{}: a PNG holds {} pixels at most (16384x16384), and the result is {}x{}: write its values "
                  "as .npy, or make it smaller",
                  name, most_pixels, size.width, size.height));
}

void walk_png(std::span<const std::byte> bytes, const std::string& name,
              const std::function<void(std::string_view, std::span<const std::byte>)>& visit) {
  if (bytes.size() < signature.size() || std::memcmp(bytes.data(), signature.data(), signature.size()) != 0) {
    throw BadInput(fmt::format("{}: this is no PNG", name));
  }
  const auto cut_short = [&] { return BadInput(fmt::format("{}: this PNG is cut short", name)); };
  std::size_t at = signature.size();
  for (bool first = true;; first = false) {
    if (bytes.size() - at < chunk_frame) throw cut_short();
    const std::size_t length = big_endian(bytes.data() + at);
    if (length > bytes.size() - at - chunk_frame) throw cut_short();
    const std::string_view type(reinterpret_cast<const char*>(bytes.data() + at + 4), 4);
    if (checksum(bytes.subspan(at + 4, length + 4)) != big_endian(bytes.data() + at + 8 + length)) {
      throw BadInput(fmt::format("{}: this PNG is damaged: the checksum of the chunk at byte {} is wrong", name, at));
    }
    if (first && type != "IHDR") throw BadInput(fmt::format("{}: this PNG does not begin with its header", name));
    visit(type, bytes.subspan(at + 8, length));
    if (type == "IEND") return;
    at += length + chunk_frame;
  }
}

std::vector<std::byte> encode_png(const Picture& picture, const std::string& text) {
  check_area(picture.size, "picture");
  std::vector<std::byte> png;
  const auto append = [](void* context, void* data, int size) {
    const auto* from = static_cast<const std::byte*>(data);
    auto& out = *static_cast<std::vector<std::byte>*>(context);
    out.insert(out.end(), from, from + size);
  };
  const Size size = picture.size;
  if (stbi_write_png_to_func(append, &png, size.width, size.height, 4, picture.pixels.data(), 4 * size.width) == 0) {
    throw BadInput(fmt::format("picture: not enough memory to make a PNG of {}x{} pixels", size.width, size.height));
  }
  if (!text.empty()) {
    const std::vector<std::byte> chunk = text_chunk(text);
    png.insert(png.begin() + end_of_header, chunk.begin(), chunk.end());
  }
  return png;
}

Picture decode_png(std::span<const std::byte> bytes, const std::string& name) {
  // stb_image checks no checksums and takes a file that lacks its end for a whole one.
  walk_png(bytes, name, [](std::string_view, std::span<const std::byte>) {});
  if (bytes.size() > INT_MAX) throw BadInput(fmt::format("{}: larger than {} bytes", name, INT_MAX));
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int length = static_cast<int>(bytes.size());
  Size size;
  int channels = 0;
  if (stbi_info_from_memory(data, length, &size.width, &size.height, &channels) == 0) {
    throw BadInput(fmt::format("{}: this PNG cannot be read: {}", name, stbi_failure_reason()));
  }
  check_area(size, name);
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
      stbi_load_from_memory(data, length, &size.width, &size.height, &channels, 4), &stbi_image_free);
  if (!pixels) throw BadInput(fmt::format("{}: this PNG cannot be read: {}", name, stbi_failure_reason()));
  Picture picture{size, std::vector<std::uint32_t>(static_cast<std::size_t>(size.area()))};
  std::memcpy(picture.pixels.data(), pixels.get(), picture.pixels.size() * sizeof(std::uint32_t));
  return picture;
}

std::optional<std::string> png_text(std::span<const std::byte> bytes, const std::string& name) {
  std::optional<std::string> found;
  walk_png(bytes, name, [&](std::string_view type, std::span<const std::byte> data) {
    const std::string_view text(reinterpret_cast<const char*>(data.data()), data.size());
    const bool ours =
        type == "tEXt" && text.size() > keyword.size() && text.starts_with(keyword) && text[keyword.size()] == 0;
    if (ours && !found) found = text.substr(keyword.size() + 1);
  });
  return found;
}

void write_png(const std::filesystem::path& path, const Picture& picture, const std::string& text) {
  write_file(path, encode_png(picture, text));
}

}  // namespace heteroscope
