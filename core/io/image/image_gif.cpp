#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "core/base/wrong.hpp"
#include "core/io/image/image_formats.hpp"
#include "core/io/image/image_plane.hpp"

// Documentation of the library: https://giflib.sourceforge.net/gif_lib.html
namespace heteroscope {
namespace {

/// The bytes that are still to be read.
struct GifBytes {
  std::span<const std::byte> bytes;
};

int take_bytes(GifFileType* file, GifByteType* out, int wanted) {
  auto& rest = static_cast<GifBytes*>(file->UserData)->bytes;
  const std::size_t count = std::min(rest.size(), static_cast<std::size_t>(std::max(wanted, 0)));
  std::memcpy(out, rest.data(), count);
  rest = rest.subspan(count);
  return static_cast<int>(count);
}

struct CloseGif {
  void operator()(GifFileType* file) const { DGifCloseFile(file, nullptr); }
};
using GifFile = std::unique_ptr<GifFileType, CloseGif>;

[[noreturn]] void fail_gif(int code, const std::string& name) {
  if (code == D_GIF_ERR_NOT_ENOUGH_MEM) throw std::bad_alloc();
  if (code == D_GIF_ERR_READ_FAILED || code == D_GIF_ERR_EOF_TOO_SOON)
    throw wrong_file(Wrong::damaged, name, "this GIF is cut short");
  throw wrong_file(Wrong::damaged, name, "this GIF is damaged");
}

void check_gif(int answer, const GifFile& file, const std::string& name) {
  if (answer != GIF_OK) fail_gif(file->Error, name);
}

/// Reads as far as the first picture's description.
void find_picture(const GifFile& file, const std::string& name) {
  while (true) {
    GifRecordType kind = UNDEFINED_RECORD_TYPE;
    check_gif(DGifGetRecordType(file.get(), &kind), file, name);
    if (kind == TERMINATE_RECORD_TYPE) throw wrong_file(Wrong::damaged, name, "this GIF has no picture");
    if (kind == IMAGE_DESC_RECORD_TYPE) return check_gif(DGifGetImageDesc(file.get()), file, name);
    int code = 0;
    GifByteType* block = nullptr;
    check_gif(DGifGetExtension(file.get(), &code, &block), file, name);
    while (block != nullptr) check_gif(DGifGetExtensionNext(file.get(), &block), file, name);
  }
}

GifColorType color_at(const ColorMapObject* map, int index, const std::string& name) {
  if (map != nullptr && index < map->ColorCount) return map->Colors[index];
  throw wrong_file(Wrong::damaged, name, "this GIF is damaged: a pixel's color is not in its palette");
}

/// The row of the picture in which the file has its `number`-th: of an interlaced one in four passes (GIF89a, appendix
/// E).
int row_of(int number, int height, bool interlaced) {
  if (!interlaced) return number;
  constexpr std::array<std::array<int, 2>, 4> passes{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
  for (const auto& [first, step] : passes) {
    const int rows = height > first ? (height - first + step - 1) / step : 0;
    if (number < rows) return first + number * step;
    number -= rows;
  }
  return height - 1;
}

}  // namespace

DecodedImage decode_gif(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel) {
  GifBytes rest{bytes};
  int code = 0;
  const GifFile file(DGifOpen(&rest, take_bytes, &code));
  if (file == nullptr) fail_gif(code, name);
  const Size size = check_image_size(file->SWidth, file->SHeight, name);
  check_image_density(size, bytes.size(), name);
  find_picture(file, name);
  const GifImageDesc& part = file->Image;
  const bool inside = part.Left >= 0 && part.Top >= 0 && part.Width > 0 && part.Height > 0 &&
                      part.Width <= size.width - part.Left && part.Height <= size.height - part.Top;
  if (!inside) throw wrong_file(Wrong::damaged, name, "this GIF is damaged: its picture lies outside of its canvas");
  const ColorMapObject* const map = part.ColorMap != nullptr ? part.ColorMap : file->SColorMap;
  ImagePlane plane(size, channel);
  const auto put = [&](std::int64_t index, const GifColorType& color) {
    plane.put_value(index, plane.of(color.Red, color.Green, color.Blue));
  };
  const bool has_background = file->SColorMap != nullptr && file->SBackGroundColor < file->SColorMap->ColorCount;
  const GifColorType around = has_background ? file->SColorMap->Colors[file->SBackGroundColor] : GifColorType{};
  for (std::int64_t i = 0; i < size.area(); ++i) put(i, around);
  std::vector<GifPixelType> row(static_cast<std::size_t>(part.Width));
  for (int number = 0; number < part.Height; ++number) {
    check_gif(DGifGetLine(file.get(), row.data(), part.Width), file, name);
    const int y = part.Top + row_of(number, part.Height, part.Interlace);
    const std::int64_t start = std::int64_t{y} * size.width + part.Left;
    for (int x = 0; x < part.Width; ++x) put(start + x, color_at(map, row[static_cast<std::size_t>(x)], name));
  }
  return std::move(plane).finish(true);
}

}  // namespace heteroscope
