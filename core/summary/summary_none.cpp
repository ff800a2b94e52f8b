#include "core/summary/summary_device.hpp"

#include "core/base/error.hpp"
#include "core/device/no_cuda.hpp"

/// Linked in place of summary_cuda.cu and sample_cuda.cu where there is no CUDA toolkit. Plans never reach these calls:
/// `facts()` says why.
namespace heteroscope::device {

Summary summarize(const FieldView&, const Stream&) {
  throw DeviceError(no_cuda);
}
void sample(const FieldView&, const SampleGrid&, void*, const Stream&) {
  throw DeviceError(no_cuda);
}

}  // namespace heteroscope::device
