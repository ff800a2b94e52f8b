
#include <string_view>

#include "core/base/number_text.hpp"
#include "core/base/wrong.hpp"
#include "core/io/image/image_formats.hpp"
#include "core/io/image/image_plane.hpp"

// Source of the format: https://netpbm.sourceforge.net/doc/pgm.html and ppm.html
namespace heteroscope {
namespace {

constexpr std::int64_t most_sample = 65535;

/// Reads the numbers of the header, behind each of which stands one character of space.
class HeaderReader {
 public:
  HeaderReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  std::int64_t number(std::string_view what) {
    char c = next();
    while (is_space(c)) c = next();
    if (!is_digit(c)) throw wrong_file(Wrong::damaged, name_, "its header has no {}", what);
    std::int64_t value = 0;
    for (; is_digit(c); c = next()) {
      if (value < std::int64_t{1} << 40) value = value * 10 + (c - '0');
    }
    if (!is_space(c)) throw wrong_file(Wrong::damaged, name_, "no space ends its header's {}", what);
    return value;
  }
  /// The offset at which the samples begin: after the space that ends the last number.
  [[nodiscard]] std::size_t end() const { return at_; }

 private:
  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  char character() {
    if (at_ == text_.size()) throw wrong_file(Wrong::damaged, name_, "its header is cut short");
    return text_[at_++];
  }
  /// A comment stands anywhere, in the midst of a line, too, and reads as the end of its line: LF or CR.
  char next() {
    char c = character();
    if (c == '#') {
      while (c != '\n' && c != '\r') c = character();
    }
    return c;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 2;
};

}  // namespace

DecodedImage decode_pnm(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel) {
  const bool colored = bytes[1] == std::byte{'6'};
  HeaderReader reader({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name);
  const std::int64_t width = reader.number("width");
  const Size size = check_image_size(width, reader.number("height"), name);
  const std::int64_t most = reader.number("largest value");
  if (most < 1 || most > most_sample) {
    throw wrong_file(Wrong::value, name, "its largest value is {}, which is outside 1 to {}", most, most_sample);
  }
  const std::span<const std::byte> samples = bytes.subspan(reader.end());
  const std::size_t sample_bytes = most > 255 ? 2 : 1;
  const std::size_t pixel_bytes = (colored ? 3 : 1) * sample_bytes;
  const auto wanted = static_cast<std::size_t>(size.area()) * pixel_bytes;
  if (samples.size() < wanted) {
    throw wrong_file(Wrong::damaged, name, "{} bytes of pixels, but {}x{} take {}: the file is cut short",
                     samples.size(), size.width, size.height, wanted);
  }

  ImagePlane plane(size, channel);
  std::int64_t largest = 0;
  const auto sample = [&](const std::byte* at) {
    const auto value = sample_bytes == 1
                           ? std::to_integer<std::int64_t>(at[0])
                           : std::to_integer<std::int64_t>(at[0]) << 8 | std::to_integer<std::int64_t>(at[1]);
    largest = std::max(largest, value);
    return static_cast<double>(value);
  };
  const std::byte* at = samples.data();
  for (std::int64_t i = 0; i < size.area(); ++i, at += pixel_bytes) {
    if (colored) {
      const double red = sample(at);
      const double green = sample(at + sample_bytes);
      plane.put_value(i, plane.of(red, green, sample(at + 2 * sample_bytes)) * 255 / static_cast<double>(most));
    } else {
      plane.put_value(i, sample(at) * 255 / static_cast<double>(most));
    }
  }
  if (largest > most) {
    throw wrong_file(Wrong::damaged, name, "a pixel has {}, but the file's largest value is {}", largest, most);
  }
  return std::move(plane).finish(colored);
}

}  // namespace heteroscope
