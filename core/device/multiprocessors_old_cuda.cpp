// Stands in place of multiprocessors_cuda.cpp where the toolkit is older than green contexts' streams.
#include <cstdlib>

#include "core/device/multiprocessors_cuda.hpp"

namespace heteroscope::device {

std::optional<Held> held_multiprocessors(int) {
  for (const char* const variable : {"HETEROSCOPE_MULTIPROCESSORS", "HETEROSCOPE_LIKE"}) {
    const char* const text = std::getenv(variable);
    if (text == nullptr || *text == '\0') continue;
    return Held{.why_not = std::string(variable) + ": this program was built with a CUDA toolkit before 12.5"};
  }
  return std::nullopt;
}

CUstream_st* make_held_stream(int) {
  return nullptr;
}

}  // namespace heteroscope::device
