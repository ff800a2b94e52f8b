#include "core/color/colorize_device.hpp"

#include "core/base/error.hpp"
#include "core/device/no_cuda.hpp"

/// Linked in place of colorize_cuda.cu where there is no CUDA toolkit. Plans never reach these calls: `facts()` says
/// why.
namespace heteroscope::device {

void colorize(const FieldView&, const ColorMap&, std::uint32_t*, const Stream&) {
  throw DeviceError(no_cuda);
}
void colorize_to_surface(const FieldView&, const ColorMap&, std::uint64_t, const Stream&) {
  throw DeviceError(no_cuda);
}
std::vector<std::uint32_t> colorize_by_surface(const FieldView&, const ColorMap&, const Stream&) {
  throw DeviceError(no_cuda);
}

}  // namespace heteroscope::device
