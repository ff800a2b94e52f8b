#include "app/commands/verify/lone_gpu.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/device/device.hpp"

namespace heteroscope {

namespace {

constexpr const char* variable = "HETEROSCOPE_GPUS";
constexpr const char* twice = "0,0";

int gpus() {
  return device::all().front().available ? static_cast<int>(device::all().size()) : 0;
}

}  // namespace

int gpus_to_check_with() {
  if (gpus() != 1 || std::getenv(variable) != nullptr) return std::max(gpus(), 1);
  setenv(variable, twice, 1);
  return 2;
}

std::string command_to_see(Case each, Catalog catalog, const std::string& machine) {
  each.settings.execution.machine = machine;
  const bool more =
      std::ranges::any_of(each.settings.execution.gpus.numbers, [](int i) { return i > 0 && i >= gpus(); });
  return (more ? std::string(variable) + "=" + twice + " " : std::string()) + command_line_of(each, catalog);
}

}  // namespace heteroscope
