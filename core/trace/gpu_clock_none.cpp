#include "core/trace/gpu_clock.hpp"

#include "core/base/error.hpp"
#include "core/device/no_cuda.hpp"

/// Linked in place of gpu_clock_cuda.cu where there is no CUDA toolkit. Plans never reach these calls: `facts()` says
/// why.
namespace heteroscope::device {

ClockOffset clock_offset(Buffer&, const Stream&, Event&) {
  throw DeviceError(no_cuda);
}

}  // namespace heteroscope::device
