#include "tests/conformance/deep_tables.hpp"

#include <fstream>
#include <iterator>

namespace heteroscope::mandelbrot {

const nlohmann::json& places() {
  static const nlohmann::json all = [] {
    std::ifstream file(HETEROSCOPE_SOURCES "/tests/deep/places.json");
    return json_of({std::istreambuf_iterator<char>(file), {}});
  }();
  return all;
}

}  // namespace heteroscope::mandelbrot
