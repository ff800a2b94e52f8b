#include "app/presenter.hpp"
#include "core/base/error.hpp"

namespace heteroscope {

std::string interop_refusal() {
  return "this program was built without a CUDA toolkit";
}

std::unique_ptr<Presenter> make_interop_presenter(DisplayWay way) {
  throw DeviceError(std::string(id_of(way)) + ": " + interop_refusal());
}

}  // namespace heteroscope
