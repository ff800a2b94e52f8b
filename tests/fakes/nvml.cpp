// NVIDIA's management library as tests need it: two GPUs, of which the second says nothing of itself. Its functions
// have the signatures of NVML's reference.
#include <cstdio>
#include <cstring>

namespace {
constexpr int success = 0;
constexpr int not_found = 6;
constexpr int not_supported = 3;
int first = 1;
int second = 2;
}  // namespace

extern "C" {

int nvmlInit_v2() {
  return success;
}
int nvmlShutdown() {
  return success;
}
int nvmlSystemGetDriverVersion(char* text, unsigned length) {
  std::snprintf(text, length, "%s", "580.159.03");
  return success;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* address, int** device) {
  *device = std::strcmp(address, "0000:01:00.0") == 0   ? &first
            : std::strcmp(address, "0000:02:00.0") == 0 ? &second
                                                        : nullptr;
  return *device == nullptr ? not_found : success;
}
int nvmlDeviceGetClockInfo(const int* device, int which, unsigned* mhz) {
  *mhz = which == 1 ? 1980 : 2619;
  return *device == first ? success : not_supported;
}
int nvmlDeviceGetTemperature(const int* device, int, unsigned* celsius) {
  *celsius = 71;
  return *device == first ? success : not_supported;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(const int* device, unsigned long long* reasons) {
  *reasons = 0x1 | 0x4 | 0x20;  // idle, power cap, heat
  return *device == first ? success : not_supported;
}

}  // extern "C"
