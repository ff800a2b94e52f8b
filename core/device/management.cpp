#include "core/device/management.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "core/process/own_processes.hpp"

// These declarations are those of nvml.h, which drivers do not install. They are outside of all namespaces: in a
// nameless one GCC 14.2 crashes where the unity build includes this file, since its check of linkage cannot handle a
// member that points to a function with such a type among its parameters.
struct nvmlDevice_st;
struct nvmlProcessUtilizationSample_st {
  unsigned process;
  unsigned long long time_us;
  unsigned multiprocessors;  // percent, as all of these
  unsigned memory;
  unsigned encoder;
  unsigned decoder;
};

namespace heteroscope::device {

namespace {

using Device = nvmlDevice_st*;
using Status = int;                          // nvmlReturn_t; 0: NVML_SUCCESS
constexpr int clock_of_multiprocessors = 1;  // NVML_CLOCK_SM
constexpr int sensor_of_chip = 0;            // NVML_TEMPERATURE_GPU
constexpr unsigned longest_version = 80;     // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE

constexpr Status too_small = 7;  // NVML_ERROR_INSUFFICIENT_SIZE
constexpr unsigned whole = 100;  // percent

using ProcessUse = nvmlProcessUtilizationSample_st;

/// nvmlClocksEventReasons… that are slowdowns.
constexpr std::array<std::pair<std::uint64_t, std::string_view>, 5> slowdowns{{{0x4, "power cap"},
                                                                               {0x8, "protection of the board"},
                                                                               {0x20, "heat"},
                                                                               {0x40, "temperature (by the hardware)"},
                                                                               {0x80, "power brake"}}};

}  // namespace

struct Management::Functions {
  Status (*init)() = nullptr;
  Status (*shut_down)() = nullptr;
  Status (*driver_version)(char*, unsigned) = nullptr;
  Status (*find)(const char*, Device*) = nullptr;
  Status (*clock)(Device, int, unsigned*) = nullptr;
  Status (*temperature)(Device, int, unsigned*) = nullptr;
  Status (*reasons)(Device, unsigned long long*) = nullptr;
  Status (*process_use)(Device, ProcessUse*, unsigned*, unsigned long long) = nullptr;  ///< null: of an older library

  /// Later than that; none where nothing is told.
  [[nodiscard]] std::vector<ProcessUse> uses(const std::string& pci, std::uint64_t since) const;
};

std::vector<ProcessUse> Management::Functions::uses(const std::string& pci, std::uint64_t since) const {
  std::vector<ProcessUse> out;
  Device device = nullptr;
  unsigned count = 0;
  if (process_use == nullptr || find(pci.c_str(), &device) != 0) return out;
  if (process_use(device, nullptr, &count, since) != too_small) return out;
  out.resize(count);
  if (process_use(device, out.data(), &count, since) != 0) count = 0;
  out.resize(std::min<std::size_t>(count, out.size()));
  // the library leaves places empty, gives samples of before, and some that no process can have
  std::erase_if(out, [&](const ProcessUse& each) {
    return each.process == 0 || each.time_us <= since || each.multiprocessors > whole;
  });
  return out;
}

const Management& Management::get() {
  static const Management loaded("libnvidia-ml.so.1");
  return loaded;
}

/// The library itself stays loaded, as long as the program runs.
Management::Management(const std::string& library) {
  void* const handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle == nullptr) return;
  Functions found;
  bool complete = true;
  const auto find = [&]<class Function>(Function*& function, const char* symbol) {
    function = reinterpret_cast<Function*>(dlsym(handle, symbol));
    complete = complete && function != nullptr;
  };
  find(found.init, "nvmlInit_v2");
  find(found.shut_down, "nvmlShutdown");
  find(found.driver_version, "nvmlSystemGetDriverVersion");
  find(found.find, "nvmlDeviceGetHandleByPciBusId_v2");
  find(found.clock, "nvmlDeviceGetClockInfo");
  find(found.temperature, "nvmlDeviceGetTemperature");
  find(found.reasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
  found.process_use = reinterpret_cast<decltype(found.process_use)>(dlsym(handle, "nvmlDeviceGetProcessUtilization"));
  if (complete && found.init() == 0) functions_ = std::make_unique<const Functions>(found);
}

Management::~Management() {
  if (functions_) functions_->shut_down();
}

std::string Management::driver() const {
  std::array<char, longest_version + 1> text{};
  if (!functions_ || functions_->driver_version(text.data(), longest_version) != 0) return {};
  return text.data();
}

GpuState Management::state(const std::string& pci) const {
  GpuState out;
  Device device = nullptr;
  if (!functions_ || functions_->find(pci.c_str(), &device) != 0) return out;
  unsigned number = 0;
  const auto told = [&](Status status) { return status == 0 ? std::optional(static_cast<int>(number)) : std::nullopt; };
  out.mhz = told(functions_->clock(device, clock_of_multiprocessors, &number));
  out.celsius = told(functions_->temperature(device, sensor_of_chip, &number));
  unsigned long long reasons = 0;
  if (functions_->reasons(device, &reasons) == 0) out.slowed_by = reasons;
  return out;
}

std::uint64_t Management::last_look(const std::string& pci) const {
  std::uint64_t out = 0;
  if (!functions_) return out;
  for (const ProcessUse& each : functions_->uses(pci, 0)) out = std::max<std::uint64_t>(out, each.time_us);
  return out;
}

std::optional<double> Management::used_by_others(const std::string& pci, std::uint64_t since) const {
  if (!functions_) return std::nullopt;
  unsigned others = 0;
  bool seen = false;
  for (const ProcessUse& each : functions_->uses(pci, since)) {
    const bool own = is_own_process(static_cast<pid_t>(each.process));
    if (!own) others += each.multiprocessors;
    seen = seen || own;
  }
  return seen ? std::optional(std::min(others, whole) / static_cast<double>(whole)) : std::nullopt;
}

std::string slowdown_text(std::uint64_t reasons) {
  std::string out;
  for (const auto& [bit, word] : slowdowns) {
    if ((reasons & bit) == 0) continue;
    if (!out.empty()) out += ", ";
    out += word;
  }
  return out;
}

}  // namespace heteroscope::device
