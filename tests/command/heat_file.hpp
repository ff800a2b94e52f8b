#pragma once

#include <string>

namespace heteroscope::testing {

/// Returns a file with a variant of heat whose function has this body, a line of its own: the line heat_body_line.
inline std::string heat_file(const std::string& body) {
  return "#include \"kernels/heat/own.hpp\"\n"
         "#include <cstdio>\n"
         "#include <cstdlib>\n"
         "#include <fstream>\n"
         "#include <string>\n"
         "#include <sys/resource.h>\n"
         "#include <unistd.h>\n"
         "using namespace heteroscope::heat;\n"
         "HETEROSCOPE_VARIANT(heat)\n"
         "template <class T>\n"
         "void advance(const Step<T>& step) {\n" +
         body + "\n}\n";
}

/// The body of the plain loop.
inline constexpr const char* plain_rows =
    "for (int y = step.rows.begin; y < step.rows.end; ++y)"
    " for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y);";
/// The body of a plain loop that forgets the last row from the fourth step on.
inline constexpr const char* rows_without_a_late_edge =
    "static int taken = 0; if (step.rows.end == step.width) ++taken;"
    " for (int y = step.rows.begin; y < step.rows.end - (taken > 3 && step.rows.end == step.width ? 1 : 0); ++y)"
    " for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y);";
inline constexpr int heat_body_line = 12;

}  // namespace heteroscope::testing
