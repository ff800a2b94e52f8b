#pragma once

#include <string>

namespace heteroscope::testing {

/// Returns the text of a variant of one's own for the CPU that transposes, and writes these elements: "image.in(x, y)"
/// are the right ones. `before` and `after`: what its function does around that.
inline std::string transpose_text(const std::string& element, const std::string& before = "",
                                  const std::string& after = "") {
  return "#include \"kernels/transpose/own.hpp\"\n"
         "using namespace heteroscope::transpose;\n"
         "HETEROSCOPE_VARIANT(transpose)\n"
         "\n"
         "template <class T>\n"
         "void compute(const Transposition<T>& image) {\n" +
         before +
         "  for (int x = image.columns.begin; x < image.columns.end; ++x)\n"
         "    for (int y = 0; y < image.height; ++y) image.out(y, x) = " +
         element + ";\n" + after + "}\n";
}

}  // namespace heteroscope::testing
