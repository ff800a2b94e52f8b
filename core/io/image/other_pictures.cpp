#include "core/io/image/other_pictures.hpp"

#include <fmt/format.h>
#include <stb_image_write.h>

#include <exception>
#include <functional>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/wrong.hpp"
#include "core/io/extension.hpp"
#include "core/summary/sample.hpp"
#include "core/types/basic_types.hpp"

namespace heteroscope {
namespace {

constexpr int jpeg_quality = 90;
constexpr int largest_jpeg_side = 65500;  // what libjpeg reads
/// The library counts bytes with int.
constexpr std::int64_t most_pixels = std::int64_t{1} << 28;
/// The largest that eight bits under the largest exponent make: 255/256 of 2^127.
constexpr double largest_radiance = 0x1.fep126;

/// Gathers the single bytes in which the library writes. What `append` throws is kept until the library has ended,
/// whose buffers would be lost if it passed through.
class Gather {
 public:
  explicit Gather(const Append& append) : append_(append) { bytes_.reserve(most); }

  static void take(void* context, void* data, int size) {
    const auto* from = static_cast<const std::byte*>(data);
    static_cast<Gather*>(context)->add({from, static_cast<std::size_t>(size)});
  }
  void finish() {
    flush();
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  static constexpr std::size_t most = std::size_t{1} << 18;

  void add(std::span<const std::byte> bytes) {
    if (thrown_) return;
    if (bytes_.size() + bytes.size() > most) flush();
    if (bytes.size() > most) return pass(bytes);
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  void flush() {
    pass(bytes_);
    bytes_.clear();
  }
  void pass(std::span<const std::byte> bytes) {
    try {
      if (!thrown_) append_(bytes);
    } catch (...) {
      thrown_ = std::current_exception();
    }
  }

  const Append& append_;
  std::vector<std::byte> bytes_;
  std::exception_ptr thrown_;
};

/// `encode(function, context)`: one of the library's; 0 where it refuses its arguments.
void make_by(const Append& append, const std::function<int(stbi_write_func*, void*)>& encode) {
  Gather gather(append);
  if (encode(&Gather::take, &gather) == 0) throw BadInput("a picture without pixels cannot be written");
  gather.finish();
}

/// The value as the format can hold it.
double radiance(double value) {
  if (!(value > 0)) return 0;
  return value > largest_radiance ? largest_radiance : value;
}

}  // namespace

void make_jpeg(const Picture& picture, const Append& append) {
  make_by(append, [&](stbi_write_func* take, void* context) {
    return ::stbi_write_jpg_to_func(take, context, picture.size.width, picture.size.height, 4, picture.pixels.data(),
                                    jpeg_quality);
  });
}

void make_bmp(const Picture& picture, const Append& append) {
  make_by(append, [&](stbi_write_func* take, void* context) {
    return ::stbi_write_bmp_to_func(take, context, picture.size.width, picture.size.height, 4, picture.pixels.data());
  });
}

std::int64_t make_hdr(const FieldView& view, const Append& append) {
  const Size size = view.size;
  std::vector<float> values(static_cast<std::size_t>(size.area()));
  std::int64_t changed = 0;
  with_value_type(view.precision, [&]<class T>() {
    for (int y = 0; y < size.height; ++y) {
      const T* row = view.row<T>(y);
      float* out = values.data() + static_cast<std::ptrdiff_t>(y) * size.width;
      for (int x = 0; x < view.values(y); ++x) {
        if (view.domain == Domain::marked && is_no_value(row[x])) continue;
        const double value = static_cast<double>(row[x]);
        const double kept = radiance(value);
        out[x] = static_cast<float>(kept);
        if (value != kept) ++changed;
      }
    }
  });
  make_by(append, [&](stbi_write_func* take, void* context) {
    return ::stbi_write_hdr_to_func(take, context, size.width, size.height, 1, values.data());
  });
  return changed;
}

void check_other_picture(Size size, const std::filesystem::path& name) {
  const std::string extension = extension_of(name);
  const bool jpeg = extension == ".jpg" || extension == ".jpeg";
  const bool fits =
      size.area() <= most_pixels && (!jpeg || (size.width <= largest_jpeg_side && size.height <= largest_jpeg_side));
  if (fits) return;
  throw wrong_file(Wrong::value, name.string(),
                   "a {} can hold at most {} pixels{}, but the result is {}x{}: write it as .png or .npy", extension,
                   most_pixels, jpeg ? fmt::format(", {} on a side", largest_jpeg_side) : "", size.width, size.height);
}

double least_bytes_of_other_picture(Size size, const std::filesystem::path& name) {
  const auto pixels = static_cast<double>(size.area());
  constexpr double pixel = 4;
  if (extension_of(name) == ".bmp") return 14 + 108 + pixel * pixels;  // the file's header, and the picture's
  if (extension_of(name) != ".hdr") return 0;
  const bool runs = size.width >= 8 && size.width < 32768;
  constexpr double best = 127.0 / 2;  // so many bytes that are alike take two
  return runs ? pixel * pixels / best : pixel * pixels;
}

}  // namespace heteroscope
