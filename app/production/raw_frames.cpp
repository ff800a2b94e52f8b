#include "app/production/raw_frames.hpp"

#include <unistd.h>

#include "app/commands/console.hpp"
#include "core/base/error.hpp"
#include "core/color/colorize.hpp"

namespace heteroscope {

std::vector<std::byte> rgb_of(std::span<const std::uint32_t> pixels) {
  std::vector<std::byte> out(pixels.size() * 3);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel)
      out[i * 3 + channel] = static_cast<std::byte>(pixels[i] >> (8 * channel));
  }
  return out;
}

RawFrames::RawFrames() {
  if (::isatty(STDOUT_FILENO) == 1)
    throw BadInput("--out -: standard output is a terminal; frames as bare bytes are for a pipe or a file");
}

void RawFrames::put(std::int64_t, const FieldView& values, const ColorMap& colors, const std::string&) {
  const Pixels pixels = colorize(values, colors);
  const std::vector<std::byte> bytes = rgb_of({pixels.data(), pixels.size()});
  print_out({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void RawFrames::end() {
  flush_out();
}

}  // namespace heteroscope
