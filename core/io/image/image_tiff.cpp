#include <fmt/format.h>
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "core/base/wrong.hpp"
#include "core/io/image/image_formats.hpp"
#include "core/io/image/image_plane.hpp"
#include "core/io/image/orientation.hpp"

// Documentation of the library: https://libtiff.gitlab.io/libtiff/
namespace heteroscope {
namespace {

/// A file in memory as the library reads it, and the first thing that it finds wrong.
struct TiffBytes {
  std::span<const std::byte> bytes;
  std::uint64_t at = 0;
  std::string wrong;
};

TiffBytes& bytes_of_tiff(thandle_t handle) {
  return *static_cast<TiffBytes*>(handle);
}

tmsize_t read_tiff(thandle_t handle, void* out, tmsize_t wanted) {
  TiffBytes& source = bytes_of_tiff(handle);
  const std::uint64_t left = source.bytes.size() - std::min<std::uint64_t>(source.at, source.bytes.size());
  const std::uint64_t count = std::min<std::uint64_t>(left, static_cast<std::uint64_t>(std::max<tmsize_t>(wanted, 0)));
  if (count > 0) std::memcpy(out, source.bytes.data() + source.at, count);
  source.at += count;
  return static_cast<tmsize_t>(count);
}
tmsize_t write_nothing(thandle_t, void*, tmsize_t) {
  return 0;
}
toff_t seek_tiff(thandle_t handle, toff_t offset, int from) {
  TiffBytes& source = bytes_of_tiff(handle);
  const std::uint64_t start = from == SEEK_SET ? 0 : from == SEEK_CUR ? source.at : source.bytes.size();
  source.at = start + offset;
  return source.at;
}
int close_nothing(thandle_t) {
  return 0;
}
toff_t size_of_tiff(thandle_t handle) {
  return bytes_of_tiff(handle).bytes.size();
}

int note_error(TIFF*, void* of, const char*, const char* format, std::va_list arguments) {
  auto& source = *static_cast<TiffBytes*>(of);
  std::array<char, 256> text{};
  std::vsnprintf(text.data(), text.size(), format, arguments);
  if (source.wrong.empty()) source.wrong = text.data();
  std::ranges::replace(source.wrong, '\n', ' ');
  return 1;  // and nothing else is to be done
}
int pass_over(TIFF*, void*, const char*, const char*, std::va_list) {
  return 1;
}

struct CloseTiff {
  void operator()(TIFF* file) const { TIFFClose(file); }
};

/// A TIFF in memory. What the library has found wrong is what its calls throw here.
class TiffFile {
 public:
  TiffFile(std::span<const std::byte> bytes, const std::string& name) : name_(name) {
    source_.bytes = bytes;
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               &TIFFOpenOptionsFree);
    if (options == nullptr) throw std::bad_alloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), note_error, &source_);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), pass_over, nullptr);
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), most_allocated);
    file_.reset(TIFFClientOpenExt(name.c_str(), "rm", &source_, read_tiff, write_nothing, seek_tiff, close_nothing,
                                  size_of_tiff, nullptr, nullptr, options.get()));
    if (file_ == nullptr) fail();
  }
  TiffFile(const TiffFile&) = delete;
  TiffFile& operator=(const TiffFile&) = delete;

  [[nodiscard]] TIFF* get() const { return file_.get(); }
  template <class Number>
  [[nodiscard]] Number field(std::uint32_t tag, Number otherwise) const {
    Number out = otherwise;
    return TIFFGetFieldDefaulted(file_.get(), tag, &out) == 1 ? out : otherwise;
  }
  void check(bool well) const {
    if (!well || !source_.wrong.empty()) fail();
  }
  [[noreturn]] void fail() const { fail(source_.wrong.empty() ? "it is damaged" : source_.wrong); }
  [[noreturn]] void fail(const std::string& why, Wrong wrong = Wrong::damaged) const {
    throw wrong_file(wrong, name_, "this TIFF cannot be read: {}", why);
  }
  /// Bytes of a strip or tile, which the library holds as a whole.
  static constexpr tmsize_t most_allocated = tmsize_t{4} * most_image_pixels;

 private:
  const std::string& name_;
  TiffBytes source_;
  std::unique_ptr<TIFF, CloseTiff> file_;
};

/// Where the file's pixels go, upright.
UprightPlace place_of_tiff(const TiffFile& file, Size stored) {
  const auto orientation = file.field<std::uint16_t>(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  return upright(stored, orientation >= 1 && orientation <= 8 ? orientation : 1);
}

/// Gray or RGB whose samples are bytes or of 16 bits, each pixel's beside each other: these are read as they are
/// stored. The library's own way to colors would leave 8 bits, and multiply by what a pixel lacks to be transparent.
struct PlainTiff {
  int samples = 1;  ///< a pixel
  bool rgb = false, white_is_zero = false;

  static std::optional<PlainTiff> of(const TiffFile& file, int bits) {
    const auto photometric = file.field<std::uint16_t>(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    const int samples = file.field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL, 1);
    const PlainTiff out{samples, photometric == PHOTOMETRIC_RGB, photometric == PHOTOMETRIC_MINISWHITE};
    const bool known = (out.rgb && samples >= 3) || out.white_is_zero || photometric == PHOTOMETRIC_MINISBLACK;
    const bool together = file.field<std::uint16_t>(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_CONTIG;
    const bool whole = file.field<std::uint16_t>(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT) == SAMPLEFORMAT_UINT;
    return known && together && whole && (bits == 8 || bits == 16) ? std::optional(out) : std::nullopt;
  }
};

/// Puts such pixels into the plane.
template <class Sample>
class PlainPixels {
 public:
  PlainPixels(const PlainTiff& kind, ImagePlane& plane, const UprightPlace& place)
      : kind_(kind), plane_(plane), place_(place) {}
  /// From column `x` of row `y` on.
  void put(const Sample* pixel, int x, int y, int count) {
    constexpr double most = std::numeric_limits<Sample>::max();
    constexpr double scale = most / 255;
    for (int i = 0; i < count; ++i, pixel += kind_.samples) {
      double value = kind_.rgb ? plane_.of(pixel[0], pixel[1], pixel[2]) : pixel[0];
      if (kind_.white_is_zero) value = most - value;
      plane_.put_value(place_.index(x + i, y), value / scale);
    }
  }

 private:
  const PlainTiff& kind_;
  ImagePlane& plane_;
  const UprightPlace& place_;
};

/// Memory for a row or a tile, which must hold so many samples.
template <class Sample>
std::vector<Sample> room_for(const TiffFile& file, tmsize_t bytes, std::int64_t samples) {
  if (bytes > TiffFile::most_allocated) file.fail("it would be held in parts that are too large");
  if (bytes < samples * static_cast<std::int64_t>(sizeof(Sample))) file.fail();
  return std::vector<Sample>(static_cast<std::size_t>(bytes) / sizeof(Sample) + 1);
}

template <class Sample>
void read_plain(const TiffFile& file, Size stored, const PlainTiff& kind, PlainPixels<Sample> pixels) {
  if (TIFFIsTiled(file.get()) == 0) {
    auto row = room_for<Sample>(file, TIFFScanlineSize(file.get()), std::int64_t{stored.width} * kind.samples);
    for (int y = 0; y < stored.height; ++y) {
      file.check(TIFFReadScanline(file.get(), row.data(), static_cast<std::uint32_t>(y), 0) == 1);
      pixels.put(row.data(), 0, y, stored.width);
    }
    return;
  }
  const std::int64_t columns = file.field<std::uint32_t>(TIFFTAG_TILEWIDTH, 0);
  const std::int64_t rows = file.field<std::uint32_t>(TIFFTAG_TILELENGTH, 0);
  if (columns < 1 || rows < 1) file.fail();
  auto tile = room_for<Sample>(file, TIFFTileSize(file.get()), columns * rows * kind.samples);
  for (std::int64_t top = 0; top < stored.height; top += rows) {
    for (std::int64_t left = 0; left < stored.width; left += columns) {
      file.check(TIFFReadTile(file.get(), tile.data(), static_cast<std::uint32_t>(left),
                              static_cast<std::uint32_t>(top), 0, 0) >= 0);
      const int count = static_cast<int>(std::min(columns, stored.width - left));
      const std::int64_t end = std::min(top + rows, std::int64_t{stored.height});
      for (std::int64_t y = top; y < end; ++y) {
        pixels.put(tile.data() + (y - top) * columns * kind.samples, static_cast<int>(left), static_cast<int>(y),
                   count);
      }
    }
  }
}

/// All other forms of which the library makes red, green and blue of 8 bits.
void read_colors_of_tiff(const TiffFile& file, Size stored, ImagePlane& plane, const UprightPlace& place) {
  std::array<char, 1024> why{};
  if (TIFFRGBAImageOK(file.get(), why.data()) == 0) file.fail(why.data(), Wrong::kind);
  TIFFRGBAImage image{};
  if (TIFFRGBAImageBegin(&image, file.get(), 1, why.data()) == 0) file.fail(why.data());
  const std::unique_ptr<TIFFRGBAImage, void (*)(TIFFRGBAImage*)> end(&image, &TIFFRGBAImageEnd);
  image.req_orientation = image.orientation;  // as it is stored: it is turned here
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(stored.area()));
  const bool well = TIFFRGBAImageGet(&image, pixels.data(), static_cast<std::uint32_t>(stored.width),
                                     static_cast<std::uint32_t>(stored.height)) != 0;
  file.check(well);
  const std::uint32_t* pixel = pixels.data();
  for (int y = 0; y < stored.height; ++y) {
    for (int x = 0; x < stored.width; ++x, ++pixel)
      plane.put_value(place.index(x, y), plane.of(TIFFGetR(*pixel), TIFFGetG(*pixel), TIFFGetB(*pixel)));
  }
}

}  // namespace

DecodedImage decode_tiff(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel) {
  const TiffFile file(bytes, name);
  const Size stored = check_image_size(file.field<std::uint32_t>(TIFFTAG_IMAGEWIDTH, 0),
                                       file.field<std::uint32_t>(TIFFTAG_IMAGELENGTH, 0), name);
  check_image_density(stored, bytes.size(), name);
  if (file.field<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE) == COMPRESSION_OJPEG)
    file.fail("its JPEG compression is of the old kind", Wrong::kind);
  const auto bits = file.field<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1);
  if (bits > 16)
    file.fail(fmt::format("{} bits a sample are not supported; save such values as .npy", bits), Wrong::kind);
  const UprightPlace place = place_of_tiff(file, stored);
  ImagePlane plane(place.size, channel);
  const std::optional<PlainTiff> plain = PlainTiff::of(file, bits);
  if (!plain && bits == 16) file.fail("16 bits a sample are supported only for gray or RGB", Wrong::kind);
  if (!plain) {
    read_colors_of_tiff(file, stored, plane, place);
  } else if (bits == 16) {
    read_plain<std::uint16_t>(file, stored, *plain, {*plain, plane, place});
  } else {
    read_plain<std::uint8_t>(file, stored, *plain, {*plain, plane, place});
  }
  const auto photometric = file.field<std::uint16_t>(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  const bool gray = photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE;
  return std::move(plane).finish(!gray);
}

}  // namespace heteroscope
