#include "core/io/image/orientation.hpp"

#include <libexif/exif-data.h>
#include <libexif/exif-mem.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <memory>
#include <new>

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

}  // namespace

int exif_orientation(std::span<const std::byte> jpeg) {
  const std::unique_ptr<ExifMem, void (*)(ExifMem*)> memory(::exif_mem_new(allocate, allocate_again, std::free),
                                                            &::exif_mem_unref);
  if (memory == nullptr) throw std::bad_alloc();
  const std::unique_ptr<ExifData, void (*)(ExifData*)> data(::exif_data_new_mem(memory.get()), &::exif_data_unref);
  if (data == nullptr) throw std::bad_alloc();
  out_of_memory = false;
  // Or the library would add the tags that the standard wants a file to have.
  ::exif_data_unset_option(data.get(), EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  const std::size_t length = std::min<std::size_t>(jpeg.size(), UINT_MAX);
  ::exif_data_load_data(data.get(), reinterpret_cast<const unsigned char*>(jpeg.data()), static_cast<unsigned>(length));
  if (out_of_memory) throw std::bad_alloc();
  const ExifEntry* entry = ::exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
  if (entry == nullptr || entry->format != EXIF_FORMAT_SHORT || entry->data == nullptr || entry->size < 2) return 1;
  const int value = ::exif_get_short(entry->data, ::exif_data_get_byte_order(data.get()));
  return value >= 1 && value <= 8 ? value : 1;
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
