#include "core/base/error.hpp"
#include "core/device/no_cuda.hpp"
#include "kernels/nbody/half_drift/half_drift.hpp"

namespace heteroscope::nbody {

void drift_half_on_gpu(const IterateJob& /*job*/, int /*step*/) {
  throw DeviceError(device::no_cuda);
}

}  // namespace heteroscope::nbody
