#include "core/io/extension.hpp"

#include <algorithm>

namespace heteroscope {

std::string extension_of(const std::filesystem::path& file) {
  std::string out = file.extension().string();
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

}  // namespace heteroscope
