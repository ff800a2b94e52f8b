#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/device/device.hpp"
#include "core/memory/field.hpp"

namespace heteroscope {

/// Single rows of a field, wherever it lies: of one that is on the device alone, those that are asked for are copied.
/// T must be the precision's type. The field must stay.
template <class T>
class RowReader {
 public:
  explicit RowReader(const Field& field) : field_(field) {}

  /// The first element of row y; it stays until the next one is asked for. Throws DeviceError.
  [[nodiscard]] const T* row(int y) {
    if (field_.on_host()) return field_.host_view().row<const T>(y);
    const device::Use use(field_.gpu());
    if (!stream_) stream_.emplace();
    copied_.resize(static_cast<std::size_t>(field_.size().width));
    device::copy(copied_.data(), field_.device_view().row<const T>(y), copied_.size() * sizeof(T),
                 device::Direction::to_host, *stream_);
    stream_->synchronize();
    return copied_.data();
  }

 private:
  const Field& field_;
  std::optional<device::Stream> stream_;
  std::vector<T> copied_;
};

}  // namespace heteroscope
