#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/production/movie/frame_sink.hpp"

namespace heteroscope {

/// Red, green and blue of every pixel, row by row; what has no value is black.
std::vector<std::byte> rgb_of(std::span<const std::uint32_t> pixels);

/// Each frame as bare RGB bytes on standard output, for a pipe.
class RawFrames : public FrameSink {
 public:
  /// Throws BadInput where standard output is a terminal. What mpirun gives a rank may be one: it is read by mpirun.
  RawFrames();
  void put(std::int64_t i, std::span<const std::byte> frame) override;
  void end() override;
};

}  // namespace heteroscope
