// NVIDIA's management library as tests need it: two GPUs, of which the second says nothing of its clock. Its functions
// have the signatures of NVML's reference.
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace {
constexpr int success = 0;
constexpr int not_found = 6;
constexpr int not_supported = 3;
constexpr int too_small = 7;
constexpr unsigned places = 7;
int first = 1;
int second = 2;

struct ProcessUse {
  unsigned process;
  unsigned long long time_us;
  unsigned multiprocessors, memory, encoder, decoder;
};
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
/// The first GPU is looked at twice: until 1000 µs this process alone uses it, until 2000 µs two others have 38 %
/// beside its 50 %. Who uses the second one has another number than this process, as seen from within a container.
/// Among the samples are some that cannot be: an empty one, one of no process, one of the time before, and one with
/// more than all multiprocessors, from a time to come.
int nvmlDeviceGetProcessUtilization(const int* device, ProcessUse* out, unsigned* count, unsigned long long since) {
  if (since >= 2000) return not_found;
  if (out == nullptr || *count < places) {
    *count = places;
    return too_small;
  }
  const auto own = static_cast<unsigned>(getpid());
  const bool later = since >= 1000;
  const unsigned long long now = later ? 2000 : 1000;
  const unsigned shift = device == &first ? 0 : 1000;
  out[0] = {own + shift, now, 50, 0, 0, 0};
  out[1] = {own + 1 + shift, now, later ? 30U : 0U, 0, 0, 0};
  out[2] = {};
  out[3] = {own + 2 + shift, now, later ? 8U : 0U, 0, 0, 0};
  out[4] = {0, now, 40, 0, 0, 0};
  out[5] = {own + 3 + shift, since, 40, 0, 0, 0};
  out[6] = {own + 4 + shift, 3000, 4'294'967'255U, 0, 0, 0};
  *count = places;
  return success;
}

}  // extern "C"
