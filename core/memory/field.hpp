#pragma once

#include <cstddef>
#include <memory>

#include "core/memory/buffer.hpp"
#include "core/types/field_view.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// A 2-D array of results, row-major, owned. Copies share the memory. It may live in host memory, in device memory,
/// in one buffer that both reach (managed, pinned), or in a host and a device buffer that hold the same values.
class Field {
 public:
  Field() = default;
  /// `host` and `device` may be the same buffer; at least one must be there and hold size.area() elements.
  Field(Size size, Precision precision, std::shared_ptr<Buffer> host, std::shared_ptr<Buffer> device,
        Domain domain = Domain::whole);

  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] Precision precision() const { return precision_; }
  [[nodiscard]] Domain domain() const { return domain_; }
  [[nodiscard]] bool has(int x, int y) const {
    return x >= 0 && y >= 0 && y < size_.height && x < values_in_row(domain_, size_.width, y);
  }
  [[nodiscard]] bool empty() const { return size_.area() == 0; }
  /// Whether it is, or is a copy of, the same field: not one with other values.
  [[nodiscard]] bool shares_memory_with(const Field& other) const {
    return host_ == other.host_ && device_ == other.device_;
  }
  [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(size_.area()) * bytes_of(precision_); }
  [[nodiscard]] bool on_host() const { return host_ != nullptr; }
  [[nodiscard]] bool on_device() const { return device_ != nullptr; }
  /// The kind of the buffer that was computed into (the device's one where there are two).
  [[nodiscard]] MemoryKind kind() const;

  /// The number of the GPU that its device memory belongs to; 0 where there is none.
  [[nodiscard]] int gpu() const { return device_ != nullptr ? device_->gpu() : 0; }

  /// Views; the pointer is null where the field does not live on that side.
  [[nodiscard]] FieldView host_view() const;
  [[nodiscard]] FieldView device_view() const;

  /// This field if it is on the host, otherwise a copy of it there. Blocks for the copy.
  [[nodiscard]] Field with_host_copy() const;
  /// Copies all values into memory of the host that holds bytes(), from where they were computed. Blocks for it.
  void copy_out(void* to) const;
  /// One element as double; a field on the device alone is asked for just that element. Throws DeviceError.
  [[nodiscard]] double value(int x, int y) const;

 private:
  Size size_;
  Precision precision_ = Precision::fp32;
  Domain domain_ = Domain::whole;
  std::shared_ptr<Buffer> host_;
  std::shared_ptr<Buffer> device_;
};

}  // namespace heteroscope
