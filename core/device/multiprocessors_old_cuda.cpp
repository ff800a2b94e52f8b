// Stands in place of multiprocessors_cuda.cpp where the toolkit is older than green contexts' streams.
#include <cstdlib>

#include "core/device/multiprocessors_cuda.hpp"

namespace heteroscope::device {

std::optional<Held> held_multiprocessors(int) {
  const char* const text = std::getenv("HETEROSCOPE_MULTIPROCESSORS");
  if (text == nullptr || *text == '\0') return std::nullopt;
  return Held{.why_not = "HETEROSCOPE_MULTIPROCESSORS: the program was built with a CUDA toolkit before 12.5"};
}

CUstream_st* make_held_stream(int) {
  return nullptr;
}

}  // namespace heteroscope::device
