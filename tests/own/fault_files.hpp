#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "tests/own/fault_kinds.hpp"

namespace heteroscope::testing {

/// Returns a right variant of binarize's threshold, for the GPU or the CPU.
inline std::string good_file(bool gpu) {
  const std::string head =
      "#include \"kernels/binarize/own.hpp\"\nusing namespace heteroscope::binarize;\n"
      "HETEROSCOPE_VARIANT(binarize, threshold)\n";
  if (gpu) {
    return head +
           "template <class T>\n__global__ void compute(const Threshold<T> image) {\n"
           "  const int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
           "  const int y = image.rows.begin + blockIdx.y * blockDim.y + threadIdx.y;\n"
           "  if (x < image.width && y < image.rows.end) image.out(x, y) = image.value(x, y);\n}\n";
  }
  return head +
         "template <class T>\nvoid compute(const Threshold<T>& image) {\n"
         "#pragma omp parallel for num_threads(image.threads)\n"
         "  for (int y = image.rows.begin; y < image.rows.end; ++y)\n"
         "    for (int x = 0; x < image.width; ++x) image.out(x, y) = image.value(x, y);\n}\n";
}

/// Returns the good file with the fault in front of its first or behind its last line, in its first call or a later
/// one.
inline std::string faulty_file(const FaultKind& kind, bool gpu, bool behind, int call) {
  std::string text = good_file(gpu);
  const std::string condition = gpu ? "if (threadIdx.x + threadIdx.y == 0 && blockIdx.x == gridDim.x - 1)"
                                    : fmt::format("if (calls++ == {})", call);
  const std::string body = kind.body.empty() ? "" : fmt::format("  {} {{\n  {}\n  }}\n", condition, kind.body);
  const std::size_t begin = text.find('\n', text.find("void compute")) + 1;
  text.insert(behind ? text.rfind('}') : begin, body);
  if (!gpu) text.insert(begin, "  static volatile int calls = 0;\n");
  text.insert(text.find("template <class T>"), kind.before);
  return text;
}

}  // namespace heteroscope::testing
