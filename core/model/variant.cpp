#include "core/model/variant.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

#include "core/device/no_cuda.hpp"

namespace heteroscope {

std::string Tunable::text(int value) const {
  const auto place = static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
  std::string out = std::to_string(value);
  return place < words.size() ? out + ": " + std::string(words[place]) : out;
}

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
