#include "app/measures/clocks.hpp"

#include <algorithm>

#include "core/device/device.hpp"

namespace heteroscope {

void ClockFigures::add(std::optional<int> mhz) {
  if (!mhz) return;
  least_mhz = std::min(least_mhz.value_or(*mhz), *mhz);
  most_mhz = std::max(most_mhz.value_or(*mhz), *mhz);
}

void ClockFigures::add(const device::GpuState& now) {
  add(now.mhz);
  if (now.celsius) hottest_celsius = std::max(hottest_celsius.value_or(*now.celsius), *now.celsius);
  slowed_by |= now.slowed_by;
}

void ClockFigures::add(const CpuState& now) {
  add(now.mhz);
  if (!first_slowdowns) first_slowdowns = now.slowdowns;
  last_slowdowns = now.slowdowns;
}

std::optional<double> ClockFigures::moved() const {
  if (!least_mhz || *least_mhz <= 0) return std::nullopt;
  return static_cast<double>(*most_mhz) / *least_mhz - 1;
}

std::string ClockFigures::slowdown() const {
  if (last_slowdowns && *last_slowdowns > *first_slowdowns) return "heat";
  return device::slowdown_text(slowed_by);
}

const std::string& ClockWatch::address_of(int number) {
  if (known_ != number) {
    const device::Use use(number);
    address_ = device::pci_address();
    known_ = number;
  }
  return address_;
}

void ClockWatch::look_at_gpu(int number, ClockFigures& figures) {
  figures.add(device::Management::get().state(address_of(number)));
}

}  // namespace heteroscope
