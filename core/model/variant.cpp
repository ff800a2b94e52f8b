#include "core/model/variant.hpp"

#include <string>

namespace heteroscope {

Variant absent_gpu_variant() {
  Variant absent;
  absent.processor = Processor::gpu;
  absent.summary = "not in this build";
  absent.unavailable = [](const device::Facts&) -> std::string {
    return "this build has no CUDA: it was made without a CUDA toolkit";
  };
  return absent;
}

}  // namespace heteroscope
