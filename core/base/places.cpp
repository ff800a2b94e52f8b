#include "core/base/places.hpp"

namespace heteroscope {

std::vector<std::string> places(std::size_t count, const std::function<bool(std::size_t, std::size_t)>& tied) {
  std::vector<std::string> out;
  std::size_t first = 0;  // of those with that place
  for (std::size_t i = 0; i < count; ++i) {
    if (!tied(first, i)) first = i;
    const bool shared = first < i || (i + 1 < count && tied(first, i + 1));
    out.push_back(std::to_string(first + 1) + (shared ? " =" : ""));
  }
  return out;
}

}  // namespace heteroscope
