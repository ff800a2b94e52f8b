#include "core/io/image/orientation.hpp"

#include <libexif/exif-data.h>
#include <libexif/exif-mem.h>

#include <cstdlib>
#include <memory>
#include <new>
#include <string_view>

namespace heteroscope {
namespace {

/// The library goes on without the tags that it had no memory for, which would turn an image the wrong way.
thread_local bool out_of_memory = false;

void* noted(void* memory) {
  out_of_memory = out_of_memory || memory == nullptr;
  return memory;
}
void* allocate(ExifLong bytes) {
  return noted(std::calloc(1, bytes));
}
void* allocate_again(void* memory, ExifLong bytes) {
  return noted(std::realloc(memory, bytes));
}

constexpr std::string_view exif_mark{"Exif\0\0", 6};

/// The first segment that holds EXIF, from "Exif" on; empty where there is none before the pixels. Segments come in any
/// order: comments, tables and other programs' APP1 may stand before it. Source: ITU-T T.81, B.1.1
std::span<const std::byte> exif_segment(std::span<const std::byte> jpeg) {
  constexpr unsigned temporary = 0x01, first_restart = 0xd0, end_of_image = 0xd9, start_of_scan = 0xda, app1 = 0xe1;
  constexpr unsigned fill = 0xff;
  const auto byte = [&](std::size_t at) { return at < jpeg.size() ? std::to_integer<unsigned>(jpeg[at]) : 0u; };
  for (std::size_t at = 2; byte(at) == fill;) {
    while (byte(at) == fill) ++at;  // as many as the writer liked
    const unsigned marker = byte(at++);
    if (marker == end_of_image || marker == start_of_scan) break;
    if (marker == temporary || (marker >= first_restart && marker < end_of_image)) continue;  // these have no content
    const std::size_t length = byte(at) << 8 | byte(at + 1);                                  // with its own two bytes
    if (length < 2 || at + length > jpeg.size()) break;
    const std::span<const std::byte> content = jpeg.subspan(at + 2, length - 2);
    const std::string_view text(reinterpret_cast<const char*>(content.data()), content.size());
    if (marker == app1 && text.starts_with(exif_mark)) return content;
    at += length;
  }
  return {};
}

/// The entry's first number, of TIFF's types of whole numbers (TIFF 6.0, section 2), of which writers choose also those
/// with a sign; 0 where it has none, or less than that.
std::uint32_t first_number(const ExifEntry& entry, ExifByteOrder order) {
  const auto has = [&](unsigned bytes) { return entry.data != nullptr && entry.size >= bytes; };
  const auto at_least_0 = [](std::int32_t value) { return value < 0 ? 0u : static_cast<std::uint32_t>(value); };
  if (entry.format == EXIF_FORMAT_BYTE && has(1)) return entry.data[0];
  if (entry.format == EXIF_FORMAT_SBYTE && has(1)) return at_least_0(static_cast<std::int8_t>(entry.data[0]));
  if (entry.format == EXIF_FORMAT_SSHORT && has(2)) return at_least_0(::exif_get_sshort(entry.data, order));
  if (entry.format == EXIF_FORMAT_SLONG && has(4)) return at_least_0(::exif_get_slong(entry.data, order));
  if (entry.format == EXIF_FORMAT_SHORT && has(2)) return ::exif_get_short(entry.data, order);
  if (entry.format == EXIF_FORMAT_LONG && has(4)) return ::exif_get_long(entry.data, order);
  return 0;
}

}  // namespace

int exif_orientation(std::span<const std::byte> jpeg) {
  const std::span<const std::byte> segment = exif_segment(jpeg);
  if (segment.empty()) return 1;
  const std::unique_ptr<ExifMem, void (*)(ExifMem*)> memory(::exif_mem_new(allocate, allocate_again, std::free),
                                                            &::exif_mem_unref);
  if (memory == nullptr) throw std::bad_alloc();
  const std::unique_ptr<ExifData, void (*)(ExifData*)> data(::exif_data_new_mem(memory.get()), &::exif_data_unref);
  if (data == nullptr) throw std::bad_alloc();
  out_of_memory = false;
  // Or the library would add the tags that the standard wants a file to have.
  ::exif_data_unset_option(data.get(), EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  ::exif_data_load_data(data.get(), reinterpret_cast<const unsigned char*>(segment.data()),
                        static_cast<unsigned>(segment.size()));
  if (out_of_memory) throw std::bad_alloc();
  const ExifEntry* entry = ::exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
  if (entry == nullptr) return 1;
  const std::uint32_t value = first_number(*entry, ::exif_data_get_byte_order(data.get()));
  return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
}

UprightPlace upright(Size stored, int orientation) {
  const std::int64_t width = stored.width;
  const std::int64_t height = stored.height;
  const Size turned{stored.height, stored.width};
  switch (orientation) {
    case 2:  // mirrored left to right
      return {stored, width - 1, -1, width};
    case 3:  // upside down
      return {stored, width * height - 1, -1, -width};
    case 4:  // mirrored top to bottom
      return {stored, width * (height - 1), 1, -width};
    case 5:  // rows and columns exchanged
      return {turned, 0, height, 1};
    case 6:  // to be turned clockwise
      return {turned, height - 1, height, -1};
    case 7:  // exchanged about the other diagonal
      return {turned, width * height - 1, -height, -1};
    case 8:  // to be turned counterclockwise
      return {turned, height * (width - 1), -height, 1};
    default:
      return {stored, 0, 1, width};
  }
}

}  // namespace heteroscope
