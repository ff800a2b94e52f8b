#include "core/model/variant.hpp"

#include "core/device/no_cuda.hpp"

#include <string>

namespace heteroscope {

Variant absent_gpu_variant() {
  Variant absent;
  absent.processor = Processor::gpu;
  absent.summary = "not in this program";
  absent.unavailable = [](const device::Facts&) -> std::string { return device::no_cuda; };
  return absent;
}

Variant too_new_gpu_variant() {
  Variant absent = absent_gpu_variant();
  absent.unavailable = [](const device::Facts&) -> std::string {
    return "the CUDA toolkit that this program was built with is too old for it";
  };
  return absent;
}

}  // namespace heteroscope
