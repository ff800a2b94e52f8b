#pragma once

#include <string>

namespace heteroscope::testing {

/// Returns the text of a variant of one's own for the CPU that transposes, and writes these elements: "image.in(x, y)"
/// are the right ones.
inline std::string transpose_text(const std::string& element) {
  return "#include \"kernels/transpose/own.hpp\"\n"
         "using namespace heteroscope::transpose;\n"
         "HETEROSCOPE_VARIANT(transpose)\n"
         "\n"
         "template <class T>\n"
         "void compute(const Transposition<T>& image) {\n"
         "  for (int x = image.columns.begin; x < image.columns.end; ++x)\n"
         "    for (int y = 0; y < image.height; ++y) image.out(y, x) = " +
         element + ";\n}\n";
}

}  // namespace heteroscope::testing
