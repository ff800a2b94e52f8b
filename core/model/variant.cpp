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

}  // namespace heteroscope
