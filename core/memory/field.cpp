#include "core/memory/field.hpp"

#include <cstring>
#include <utility>

#include "core/device/device.hpp"

namespace heteroscope {

Field::Field(Size size, Precision precision, std::shared_ptr<Buffer> host, std::shared_ptr<Buffer> device,
             Domain domain)
    : size_(size), precision_(precision), domain_(domain), host_(std::move(host)), device_(std::move(device)) {}

MemoryKind Field::kind() const {
  if (device_ != nullptr) return device_->kind();
  return host_ != nullptr ? host_->kind() : MemoryKind::host;
}

FieldView Field::host_view() const {
  return {host_ ? host_->host() : nullptr, size_, precision_, domain_};
}

FieldView Field::device_view() const {
  return {device_ ? device_->device() : nullptr, size_, precision_, domain_};
}

Field Field::with_host_copy() const {
  if (on_host()) return *this;
  auto host = std::make_shared<Buffer>(MemoryKind::host, bytes());
  copy_out(host->host());
  return {size_, precision_, std::move(host), device_, domain_};
}

void Field::copy_out(void* to) const {
  const MemoryKind from = kind();
  if (from == MemoryKind::host || from == MemoryKind::pinned) {
    std::memcpy(to, host_view().data, bytes());
    return;
  }
  const device::Use use(gpu());
  const device::Stream stream;
  device::copy(to, device_->device(), bytes(), device::Direction::to_host, stream);
  stream.synchronize();
}

double Field::value(int x, int y) const {
  return with_value_type(precision_, [&]<class T>() -> double {
    if (on_host()) return static_cast<double>(host_view().row<T>(y)[x]);
    T element{};
    const device::Use use(gpu());
    const device::Stream stream;
    device::copy(&element, device_view().row<T>(y) + x, sizeof element, device::Direction::to_host, stream);
    stream.synchronize();
    return static_cast<double>(element);
  });
}

}  // namespace heteroscope
