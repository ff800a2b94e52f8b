#include "app/production/movie/raw_frames.hpp"

#include <unistd.h>

#include "app/console/console.hpp"
#include "app/ranks/ranks.hpp"
#include "core/base/error.hpp"

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
  if (ranks() == nullptr && ::isatty(STDOUT_FILENO) == 1)
    throw BadInput("--out -: standard output is a terminal; raw frames need a pipe or a file");
}

void RawFrames::put(std::int64_t, std::span<const std::byte> frame) {
  print_out({reinterpret_cast<const char*>(frame.data()), frame.size()});
}

void RawFrames::end() {
  flush_out();
}

}  // namespace heteroscope
