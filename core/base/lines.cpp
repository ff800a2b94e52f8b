#include "core/base/lines.hpp"

#include <algorithm>

#include "core/base/trimmed.hpp"

namespace heteroscope {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const std::string_view line = trimmed(text.substr(0, end)); !line.empty()) out.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::pair<std::string_view, std::string_view> parted(std::string_view line, char separator) {
  const std::size_t at = line.find(separator);
  if (at == std::string_view::npos) return {trimmed(line), {}};
  return {trimmed(line.substr(0, at)), trimmed(line.substr(at + 1))};
}

}  // namespace heteroscope
