#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/io/image/image.hpp"
#include "core/io/image/image_limits.hpp"

namespace heteroscope {

/// One channel of an image whose pixels a reader puts one after the other: a value each, 0 to 255, fp32, on the host.
class ImagePlane {
 public:
  /// Takes memory for the values. `channel`: `color` is the luma.
  ImagePlane(Size size, ImageChannel channel)
      : size_(size),
        channel_(channel),
        buffer_(std::make_shared<Buffer>(MemoryKind::host, static_cast<std::size_t>(size.area()) * sizeof(float))),
        values_(static_cast<float*>(buffer_->host())) {}

  /// The channel's value of a pixel with these samples.
  [[nodiscard]] double of(double red, double green, double blue) const {
    return channel_value(channel_, red, green, blue);
  }
  /// `index` counts pixels row by row; `value` is 0 to 255.
  void put_value(std::int64_t index, double value) { values_[index] = static_cast<float>(value); }
  /// The image, with whether its file has colors.
  [[nodiscard]] DecodedImage finish(bool colored) && {
    return {{size_, Precision::fp32, std::move(buffer_), nullptr}, colored};
  }

 private:
  Size size_;
  ImageChannel channel_;
  std::shared_ptr<Buffer> buffer_;
  float* values_;
};

/// Throws BadInput for more pixels than a file of so many bytes is likely to hold: memory is taken for an image only
/// where its file has some part of that.
void check_image_density(Size size, std::size_t bytes, const std::string& name);

}  // namespace heteroscope
