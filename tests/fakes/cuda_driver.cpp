// A library with the name of NVIDIA's driver for CUDA that can do nothing: it notes that a program has looked for the
// driver, by making the file that HETEROSCOPE_DRIVER_NOTE names.
#include <cstdio>
#include <cstdlib>

__attribute__((constructor)) static void note() {
  const char* const path = std::getenv("HETEROSCOPE_DRIVER_NOTE");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file != nullptr) std::fclose(file);
}
