#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/fuzz.hpp"

namespace heteroscope::testing {

void fuzz_failure(const char* what, const char* detail) {
  std::fprintf(stderr, "%s %s\n", what, detail);
  std::abort();
}

}  // namespace heteroscope::testing
