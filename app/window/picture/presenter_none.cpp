#include "app/window/picture/presenter.hpp"
#include "core/device/no_cuda.hpp"

namespace heteroscope {

namespace {

constexpr const char* reason = device::no_cuda;
constexpr int not_supported = 801;  // cudaErrorNotSupported

}  // namespace

InteropAnswer ask_interop() {
  return {.error = not_supported, .words = reason, .names_first = false};
}

std::unique_ptr<Presenter> make_interop_presenter(DisplayWay way) {
  throw DeviceError(std::string(id_of(way)) + ": " + reason);
}

}  // namespace heteroscope
