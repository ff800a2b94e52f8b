#pragma once

#include <span>
#include <vector>

#include "app/production/frame_sink.hpp"

namespace heteroscope {

/// Red, green and blue of every pixel, row by row; what has no value is black.
std::vector<std::byte> rgb_of(std::span<const std::uint32_t> pixels);

/// Each frame as bare RGB bytes on standard output, for a pipe.
class RawFrames : public FrameSink {
 public:
  /// Throws BadInput where standard output is a terminal.
  RawFrames();
  void put(std::int64_t i, const FieldView& values, const ColorMap& colors, const std::string& text) override;
  void end() override;
};

}  // namespace heteroscope
